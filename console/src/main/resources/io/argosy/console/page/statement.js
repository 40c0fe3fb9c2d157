import {read} from './api.js';
import {h, heading, setText} from './dom.js';
import {byName, bytes, duration, moment, number, percent} from './format.js';
import * as handover from './handover.js';
import {sentence} from './limits.js';
import {Table} from './table.js';
import {stageName, timeLine} from './timeline.js';
import {time, USES, usesOfNodes} from './uses.js';

const NOT_FOUND = 404;

const BYTES = {
  disk_read_bytes: 'Read', cache_read_bytes: 'Cached', written_bytes: 'Written', answered_bytes: 'Answered',
  network_bytes: 'Compressed',
};

/** One statement that was answered: what limits it, and what the nodes did for it, and when. */
export function open(root, [id]) {
  const said = h('p', {role: 'status', class: 'said'}, 'It is looked for ..');
  const place = h('div');
  let known = false;
  root.append(h('p', {class: 'back'}, h('a', {href: '#/statements'}, '← Statements')),
      heading('Statement ' + (id ?? '')), said, place);

  return {
    // It has ended, so nothing of it changes.
    tick: async () => {
      if (known) {
        return;
      }
      try {
        const {statement, stages} = await read('statement?id=' + encodeURIComponent(id ?? ''));
        order(stages);
        known = true;
        said.classList.add('limit');
        const failed = statement.sqlstate === null ? '' : 'Failed with ' + statement.sqlstate + '. ';
        setText(said, failed + sentence(statement) + ' ' + percent(statement.explained_share) + ' of its time is explained.');
        place.replaceChildren(facts(statement), ...text(statement), usesOfNodes(stages),
            timeLine(statement, stages), numbers(stages));
      } catch (failure) {
        if (failure.status !== NOT_FOUND) {
          throw failure;
        }
        known = true;
        setText(said, 'There is no such statement, or not any more: the last ones are kept,'
            + ' and the last that took long.');
      }
    },
  };
}

/** By stages as they come, and then by nodes. */
function order(stages) {
  const names = [...new Set(stages.map((row) => row.stage))];
  stages.sort((one, other) => names.indexOf(one.stage) - names.indexOf(other.stage) || byName(one.node, other.node));
}

function requests(row) {
  return number(row.requests) + (row.known < row.requests ? ' (known of ' + number(row.known) + ')' : '');
}

function facts(row) {
  const entries = {
    'Total': duration(row.total_ms),
    'Planning': duration(row.planning_ms),
    'Started': moment(row.started_at),
    'Strategy': row.strategy,
    'Rows': number(row.rows),
    'Requests to nodes': requests(row),
    'Role': row.role,
    'Database': row.database,
  };
  return h('dl', {class: 'facts'}, Object.entries(entries).map(([name, value]) => h('div', {},
      h('dt', {}, name), h('dd', {}, value === '' ? '–' : value))));
}

function text(row) {
  return [
    h('pre', {tabindex: '0', class: 'short', 'aria-label': 'Text of the statement, without its constants'},
        row.statement),
    h('div', {class: 'buttons'}, h('button', {type: 'button', click: () => {
      handover.give(row.statement);
      location.hash = '#/explain';
    }}, 'Explain')),
  ];
}

function numbers(stages) {
  const table = new Table('In numbers', [
    {label: 'Stage', text: stageName, class: 'name'},
    {label: 'Node', text: (row) => row.node, class: 'name'},
    {label: 'Requests', text: requests, class: 'number'},
    ...USES.map((use) => ({label: use.label, text: (row) => time(use.of(row)), class: 'number'})),
    ...Object.entries(BYTES).map(([name, label]) => ({label, text: (row) => bytes(row[name]), class: 'number'})),
  ], (row) => JSON.stringify([row.stage, row.node]), 'No node was asked for anything.');
  // It is wider than many a window.
  table.element.tabIndex = 0;
  table.element.classList.add('dense');
  table.show(stages);
  return table.element;
}
