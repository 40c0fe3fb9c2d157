import {read} from './api.js';
import {h, heading, part, setText} from './dom.js';
import {bytes, duration, number, oneLine} from './format.js';
import * as handover from './handover.js';
import {Recent} from './recent.js';
import {Table} from './table.js';

const ORDERS = {
  'total_ms': 'Total time', 'mean_ms': 'Mean time', 'max_ms': 'Longest', 'calls': 'Calls', 'rows': 'Rows', 'bytes': 'Bytes',
};
const EVERY = 5;
const SHOWN = 200;

/** The last statements and the slow ones; what texts have cost since the coordinator has started. */
export function open(root) {
  const order = h('select', {id: 'order', change: show},
      Object.entries(ORDERS).map(([value, label]) => h('option', {value}, label)));
  const own = h('input', {type: 'checkbox', id: 'own', change: show});
  const search = h('input', {type: 'search', id: 'search', placeholder: 'text, role, strategy ..', input: show});
  const count = h('p', {class: 'count', role: 'status'});
  const recent = new Recent();
  let all = [];
  let last = [];
  let turns = 0;
  let whole = 0;

  const table = new Table('Statements without their constants, since the coordinator has started', [
    {label: 'Statement', node: text, class: 'wide'},
    {label: 'Share of time', node: share, class: 'share'},
    {label: 'Total', text: (row) => duration(row.total_ms), class: 'number'},
    {label: 'Calls', text: (row) => number(row.calls), class: 'number'},
    {label: 'Mean', text: (row) => duration(row.mean_ms), class: 'number'},
    {label: 'Longest', text: (row) => duration(row.max_ms), class: 'number'},
    {label: 'Rows', text: (row) => number(row.rows), class: 'number'},
    {label: 'Bytes', text: (row) => bytes(row.bytes), class: 'number'},
    {label: 'Strategy', text: (row) => row.strategy},
    {label: 'Role', text: (row) => row.role},
  ], (row) => [row.coordinator, row.role, row.statement].join('\n'), 'Nothing was run yet.');

  function text(row, before) {
    return before ?? h('details', {},
        h('summary', {class: 'statement'}, oneLine(row.statement)),
        h('pre', {tabindex: '0', 'aria-label': 'Text of the statement'}, row.statement),
        h('p', {}, 'Nodes: ' + (row.nodes ?? []).join(', ')),
        h('button', {type: 'button', click: () => {
          handover.give(row.statement);
          location.hash = '#/explain';
        }}, 'Explain'));
  }

  function share(row, before) {
    return part(whole === 0 ? 0 : row.total_ms / whole, before);
  }

  function fits(row) {
    const wanted = search.value.toLowerCase();
    return (own.checked || !row.console) && (wanted === ''
        || [row.statement, row.role, row.strategy].join(' ').toLowerCase().includes(wanted));
  }

  function show() {
    recent.show(last, fits);
    const rows = all.filter(fits);
    rows.sort((one, other) => other[order.value] - one[order.value]);
    whole = rows.reduce((sum, row) => sum + row.total_ms, 0);
    table.show(rows.slice(0, SHOWN));
    setText(count, Math.min(SHOWN, rows.length) + ' of ' + all.length + ' texts');
  }

  root.append(heading('Statements'),
      h('form', {class: 'filters', submit: (event) => event.preventDefault()},
          h('label', {for: 'search'}, 'Find'), search,
          h('label', {class: 'check'}, own, 'those of consoles, too')),
      recent.element,
      h('div', {class: 'filters'}, h('label', {for: 'order'}, 'Order of the texts'), order),
      count, table.element);
  return {
    tick: async () => {
      if (turns++ % EVERY === 0) {
        last = (await read('recent')).recent;
        all = (await read('statements')).statements;
        show();
      }
    },
  };
}
