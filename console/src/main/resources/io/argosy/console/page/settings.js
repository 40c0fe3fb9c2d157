import {read} from './api.js';
import {badge, h, heading, setText} from './dom.js';
import {Table} from './table.js';

/** The settings of a session. */
export function open(root) {
  const changed = h('input', {type: 'checkbox', id: 'changed', checked: true, change: show});
  const search = h('input', {type: 'search', id: 'search', placeholder: 'name, description ..', input: show});
  const count = h('p', {class: 'count', role: 'status'});
  let all = null;

  const argosy = new Table('Of Argosy', [
    {label: 'Name', text: (row) => row.name, class: 'name'},
    {label: 'Value', text: (row) => row.setting},
  ], (row) => row.name, 'None.');
  const postgres = new Table('Of PostgreSQL, on the home node', [
    {label: 'Name', text: (row) => row.name, class: 'name'},
    {label: 'Value', text: (row) => row.setting + (row.unit ? ' × ' + row.unit : '')},
    {label: 'Source', node: (row, before) => before ?? badge(row.source, row.changed ? 'busy' : 'calm')},
    {label: 'Category', text: (row) => row.category},
    {label: 'What it is', text: (row) => row.description, class: 'wide'},
  ], (row) => row.name, 'None that fits.');

  function show() {
    if (all === null) {
      return;
    }
    const wanted = search.value.toLowerCase();
    const fits = (row) => wanted === ''
        || [row.name, row.description, row.category, row.setting].join(' ').toLowerCase().includes(wanted);
    argosy.show(all.argosy.filter(fits));
    const rows = all.postgres.filter((row) => fits(row) && (row.changed || !changed.checked));
    postgres.show(rows);
    setText(count, rows.length + ' of ' + all.postgres.length + ' settings of PostgreSQL');
  }

  root.append(heading('Settings'),
      h('form', {class: 'filters', submit: (event) => event.preventDefault()},
          h('label', {for: 'search'}, 'Find'), search,
          h('label', {class: 'check'}, changed, 'only those that are not the default')),
      count, argosy.element, postgres.element);
  return {
    tick: async () => {
      if (all === null) {
        all = await read('settings');
        show();
      }
    },
  };
}
