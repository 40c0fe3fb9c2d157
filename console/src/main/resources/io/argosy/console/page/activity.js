import {act} from './api.js';
import {badge, confirm, h, heading, setText} from './dom.js';
import {bytes, duration, moment, number, oneLine} from './format.js';
import * as handover from './handover.js';
import * as store from './store.js';
import {Table} from './table.js';

const KINDS = {'active': 'busy', 'idle in transaction': 'warn', 'idle in transaction (aborted)': 'bad', 'idle': 'calm'};

/** What clients do now; of one of them where its process id is given. */
export function open(root, [pid]) {
  return pid ? client(root, Number(pid)) : list(root);
}

function state(row) {
  const text = row.wait ? 'waiting: ' + row.wait : row.state ?? 'hidden';
  return badge(text, row.wait ? 'warn' : KINDS[row.state] ?? 'calm');
}

function age(row) {
  const since = row.state === 'active' ? row.started_at : row.changed_at;
  return since === null ? null : row.now - since;
}

function sameBadge(row, before) {
  const now = state(row);
  return before && before.isEqualNode(now) ? before : now;
}

function link(row, before) {
  const text = oneLine(row.statement ?? row.last_statement) || '(nothing yet)';
  const shown = before ?? h('a', {href: '#/activity/' + row.pid, class: 'statement'});
  setText(shown, text);
  return shown;
}

function pastText(row, before) {
  return before ?? h('details', {},
      h('summary', {class: 'statement'}, oneLine(row.last_statement)),
      h('pre', {tabindex: '0', 'aria-label': 'Text of the statement'}, row.last_statement),
      h('button', {type: 'button', click: () => {
        handover.give(row.last_statement);
        location.hash = '#/explain';
      }}, 'Explain'));
}

function list(root) {
  const idle = h('input', {type: 'checkbox', id: 'idle', change: show});
  const own = h('input', {type: 'checkbox', id: 'own', change: show});
  const search = h('input', {type: 'search', id: 'search', placeholder: 'role, application, text ..', input: show});
  const count = h('p', {class: 'count', role: 'status'});
  const table = new Table('Clients of the coordinators, the longest running first', [
    {label: 'Statement', node: link, class: 'wide'},
    {label: 'State', node: sameBadge},
    {label: 'For', text: (row) => duration(age(row)), class: 'number'},
    {label: 'Role', text: (row) => row.role},
    {label: 'Application', text: (row) => row.application_name},
    {label: 'Database', text: (row) => row.database},
    {label: 'Strategy', text: (row) => row.strategy},
    {label: 'Nodes', text: (row) => (row.nodes ?? []).join(', ')},
    {label: 'Rows', text: (row) => number(row.rows), class: 'number'},
    {label: 'Bytes', text: (row) => bytes(row.bytes), class: 'number'},
    {label: 'Process', text: (row) => row.pid, class: 'number'},
  ], (row) => row.coordinator + ' ' + row.pid, 'Nothing is running.');
  const past = new Table('Ended since you look, of each client the last once a second', [
    {label: 'Statement', node: pastText, class: 'wide'},
    {label: 'Ended at', text: (row) => moment(row.changed_at).slice(-8)},
    {label: 'Took', text: (row) => duration(row.milliseconds), class: 'number'},
    {label: 'Role', text: (row) => row.role},
    {label: 'Application', text: (row) => row.application_name},
    {label: 'Database', text: (row) => row.database},
  ], (row) => row.key, 'None yet.');
  root.append(heading('Activity'),
      h('form', {class: 'filters', submit: (event) => event.preventDefault()},
          h('label', {for: 'search'}, 'Find'), search,
          h('label', {class: 'check'}, idle, 'idle ones, too'),
          h('label', {class: 'check'}, own, 'this console, too')),
      count, table.element, past.element);

  function show() {
    const wanted = search.value.toLowerCase();
    const rows = store.clients.filter((row) => (own.checked || !row.console)
        && (idle.checked || row.state !== 'idle')
        && (wanted === '' || [row.role, row.application_name, row.database, row.client, row.statement,
          row.last_statement, row.strategy, row.pid].join(' ').toLowerCase().includes(wanted)));
    table.show(rows);
    past.show(store.ended.filter((row) => wanted === ''
        || [row.role, row.application_name, row.database, row.last_statement].join(' ').toLowerCase().includes(wanted))
        .slice(0, 50));
    setText(count, rows.length + ' of ' + store.clients.length + ' clients');
  }
  show();
  return {tick: async () => show()};
}

function client(root, pid) {
  const facts = h('dl', {class: 'facts'});
  const text = h('pre', {tabindex: '0', 'aria-label': 'Text of the statement'});
  const said = h('div', {role: 'status', class: 'said'});
  const cancel = h('button', {type: 'button', click: () => end('cancel')}, 'Cancel the statement');
  const terminate = h('button', {type: 'button', class: 'danger', click: askTerminate}, 'End the session');
  const explain = h('button', {type: 'button', click: toExplain}, 'Explain');
  let shown = null;
  root.append(
      h('p', {class: 'back'}, h('a', {href: '#/activity'}, '← Activity')),
      heading('Client ' + pid), said,
      h('div', {class: 'buttons'}, cancel, explain, terminate), facts, text);

  async function end(how) {
    said.classList.remove('trouble');
    try {
      const answer = await act(how, {pid});
      setText(said, answer.done
          ? how === 'cancel' ? 'The statement was told to stop.' : 'The session was ended.'
          : 'There is no such client of this coordinator any more.');
    } catch (refused) {
      said.classList.add('trouble');
      setText(said, refused.lines ? refused.lines().join(' ') : 'The coordinator does not answer.');
    }
  }

  async function askTerminate() {
    if (await confirm('End the session of ' + (shown?.role ?? 'client') + '?',
        'Its transaction is rolled back, and its connection is closed.', 'End the session')) {
      await end('terminate');
    }
  }

  function toExplain() {
    handover.give(shown?.statement ?? shown?.last_statement ?? '');
    location.hash = '#/explain';
  }

  function fact(name, value) {
    let entry = facts.querySelector('dd[data-name="' + name + '"]');
    if (!entry) {
      entry = h('dd', {'data-name': name});
      facts.append(h('div', {}, h('dt', {}, name), entry));
    }
    if (value instanceof Node) {
      if (!entry.firstChild?.isEqualNode(value)) {
        entry.replaceChildren(value);
      }
    } else {
      setText(entry, value === '' || value === null || value === undefined ? '–' : value);
    }
  }

  function show() {
    const row = store.clients.find((one) => one.pid === pid);
    cancel.disabled = !row || row.state !== 'active';
    terminate.disabled = !row;
    explain.disabled = !row;
    if (!row) {
      fact('State', badge('gone', 'calm'));
      return;
    }
    shown = row;
    fact('State', state(row));
    fact('For', duration(age(row)));
    fact('Role', row.role);
    fact('Database', row.database);
    fact('Application', row.application_name);
    fact('Client', row.client);
    fact('Strategy', row.strategy);
    fact('Nodes', (row.nodes ?? []).join(', '));
    fact('Rows so far', number(row.rows));
    fact('Bytes so far', bytes(row.bytes));
    fact('Statement id', row.statement_id);
    fact('Connected since', moment(row.connected_at));
    fact('In transaction since', moment(row.transaction_at));
    setText(text, row.statement ?? row.last_statement ?? '');
  }
  show();
  return {tick: async () => show()};
}
