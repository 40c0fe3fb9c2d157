import {h} from './dom.js';
import {duration} from './format.js';
import {Table} from './table.js';
import {time} from './uses.js';

const COLOURS = 6;
/** Ticks of the axis, about. */
const TICKS = 5;

/** What the stage is called; planning and the answer belong to none. */
export function stageName(row) {
  return row.stage ?? 'no stage';
}

/** A round number of milliseconds between ticks. */
function stepOf(end) {
  const rough = end / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= rough);
}

/**
 * What each node did in each stage, and when: a row for each with a bar on an axis that all share,
 * and its numbers.
 *
 * @param {Object} statement the statement, whose planning is a row, too
 * @param {Array} stages in the order in which they are shown
 */
export function timeLine(statement, stages) {
  const end = Math.max(1e-3, statement.total_ms, statement.planning_ms, ...stages.map((row) => row.end_ms));
  const step = stepOf(end);
  const colours = new Map();
  for (const row of stages) {
    if (row.stage !== null && !colours.has(row.stage)) {
      colours.set(row.stage, 1 + colours.size % (COLOURS - 1));
    }
  }
  const table = new Table('When, from 0 to ' + duration(end), [
    {label: 'Stage', text: (row) => row.name, class: 'name'},
    {label: 'Node', text: (row) => row.node, class: 'name'},
    {label: 'Bar', head: axis(end, step), node: (row) => track(row, end, step), class: 'line'},
    {label: 'From', text: (row) => time(row.begin_ms), class: 'number'},
    {label: 'To', text: (row) => duration(row.end_ms), class: 'number'},
    {label: 'Took', text: (row) => duration(row.end_ms - row.begin_ms), class: 'number'},
  ], (row) => JSON.stringify([row.kind, row.stage, row.node]), '');
  // It may be wider than the window.
  table.element.tabIndex = 0;
  table.element.classList.add('lines', 'timeline');
  table.show([
    {kind: 'planning', name: 'planning', node: 'coordinator', begin_ms: 0, end_ms: statement.planning_ms},
    ...stages.map((row) => ({...row, kind: 'stage-' + (colours.get(row.stage) ?? 0), name: stageName(row)})),
  ]);
  return table.element;
}

function ticks(end, step) {
  return Array.from({length: Math.floor(end / step) + 1}, (_, i) => i * step);
}

function axis(end, step) {
  return h('div', {}, h('span', {class: 'unseen'}, 'Bar'),
      h('div', {class: 'axis', 'aria-hidden': 'true'}, ticks(end, step).map((at) => {
        const tick = h('span', {}, time(at).replace(/\.0+(?= )/, ''));
        tick.style.left = 100 * at / end + '%';
        tick.classList.toggle('last', at / end > 0.93);
        return tick;
      })));
}

function track(row, end, step) {
  const span = h('div', {class: 'span ' + row.kind});
  span.style.left = 100 * row.begin_ms / end + '%';
  span.style.width = 100 * Math.max(0, row.end_ms - row.begin_ms) / end + '%';
  const shown = h('div', {class: 'track', 'aria-hidden': 'true'}, span);
  shown.style.setProperty('--step', 100 * step / end + '%');
  return shown;
}
