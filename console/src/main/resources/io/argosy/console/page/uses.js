import {h} from './dom.js';
import {byName, duration} from './format.js';
import {Table} from './table.js';

/** What backends of nodes do in the time that they take; each has a colour and a pattern of that name. */
export const USES = [
  {name: 'processor', label: 'Processor', of: (row) => Math.max(0, row.processor_ms - row.kernel_ms)},
  {name: 'kernel', label: 'Kernel', of: (row) => Math.min(row.kernel_ms, row.processor_ms)},
  {name: 'workers', label: 'Workers', of: (row) => row.worker_ms},
  {name: 'queue', label: 'Waiting for a processor', of: (row) => row.queue_ms},
  {name: 'disk', label: 'Disk', of: (row) => row.disk_ms},
  {name: 'peers', label: 'Peers', of: (row) => row.peer_ms},
];

/** How long it took; 0 for nothing. */
export function time(milliseconds) {
  return milliseconds === 0 ? '0' : duration(milliseconds);
}

function sum(values) {
  return values.reduce((whole, value) => whole + value, 0);
}

/** What the colours and patterns mean. */
function legend() {
  return h('ul', {class: 'legend'}, USES.map((use) => h('li', {},
      h('span', {class: 'swatch use-' + use.name, 'aria-hidden': 'true'}), use.label)));
}

/** What each node has done, added up over the stages: a bar for each node, and its numbers. */
export function usesOfNodes(stages) {
  const nodes = new Map();
  for (const stage of stages) {
    const node = nodes.get(stage.node) ?? {node: stage.node, times: USES.map(() => 0)};
    USES.forEach((use, i) => {
      node.times[i] += use.of(stage);
    });
    nodes.set(stage.node, node);
  }
  const rows = [...nodes.values()].sort((one, other) => byName(one.node, other.node));
  const longest = Math.max(1e-6, ...rows.map((row) => sum(row.times)));
  const table = new Table('What each node has used, of ' + duration(longest) + ' at most', [
    {label: 'Node', text: (row) => row.node, class: 'name'},
    {label: 'Times', node: (row) => bar(row.times, longest), class: 'line'},
    ...USES.map((use, i) => ({label: use.label, text: (row) => time(row.times[i]), class: 'number'})),
  ], (row) => row.node, 'No node was asked for anything, or nothing is known of it.');
  // It may be wider than the window.
  table.element.tabIndex = 0;
  table.element.classList.add('lines');
  table.show(rows);
  table.table.before(legend());
  return table.element;
}

function bar(times, longest) {
  return h('div', {class: 'stack', 'aria-hidden': 'true'}, times.map((time, i) => {
    if (time <= 0) {
      return null;
    }
    const piece = h('div', {class: 'use-' + USES[i].name, title: USES[i].label + ': ' + duration(time)});
    piece.style.width = 100 * time / longest + '%';
    return piece;
  }));
}
