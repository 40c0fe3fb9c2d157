import {read} from './api.js';
import {badge, h, heading, setText} from './dom.js';
import {bytes, number} from './format.js';
import {Table} from './table.js';

const EVERY = 10;

function keyOf(table) {
  return JSON.stringify([table.schema, table.name]);
}

const KINDS = {'distributed': 'good', 'reference': 'busy', 'first node': 'calm'};

/** Tables, and where their rows are. */
export function open(root) {
  const search = h('input', {type: 'search', id: 'search', placeholder: 'name, owner, placement ..', input: show});
  const count = h('p', {class: 'count', role: 'status'});
  let all = {tables: [], nodes: [], sizes: []};
  let parts = new Map();
  let turns = 0;

  const table = new Table('Tables of the database', [
    {label: 'Table', text: (row) => row.schema + '.' + row.name, class: 'name'},
    {label: 'Placement', node: (row, before) => {
      const now = badge(row.placement, KINDS[row.placement] ?? 'calm');
      return before && before.isEqualNode(now) ? before : now;
    }},
    {label: 'By column', text: (row) => row.distribution_column},
    {label: 'Colocated', text: (row) => row.colocation_group === null ? '' : 'group ' + row.colocation_group},
    {label: 'Rows, about', text: (row) => rowsOf(row), class: 'number'},
    {label: 'Size', text: (row) => bytes(bytesOf(row)), class: 'number'},
    {label: 'Shares of the nodes', node: shares, class: 'share'},
    {label: 'Skew', node: skew, class: 'number'},
    {label: 'Owner', text: (row) => row.owner},
  ], (row) => row.oid, 'There are no tables that fit.');

  function partsOf(row) {
    const known = parts.get(keyOf(row)) ?? [];
    return row.placement === 'first node' ? known.slice(0, 1) : known;
  }

  function bytesOf(row) {
    const known = partsOf(row);
    return known.length > 0 ? known.reduce((sum, part) => sum + part.bytes, 0) : row.home_bytes;
  }

  function rowsOf(row) {
    const known = partsOf(row);
    const counts = known.length > 0 && row.placement === 'distributed'
        ? known.map((part) => part.rows) : [known[0]?.rows ?? row.home_rows];
    return counts.some((one) => one === null || one < 0)
        ? 'not analyzed' : number(counts.reduce((sum, one) => sum + one, 0));
  }

  function skew(row, before) {
    const known = partsOf(row);
    const sum = known.reduce((all, part) => all + part.bytes, 0);
    if (row.placement !== 'distributed' || known.length < 2 || sum === 0) {
      return document.createTextNode('');
    }
    const factor = Math.max(...known.map((part) => part.bytes)) * known.length / sum;
    // Small tables differ by whole pages only.
    const now = badge(factor.toFixed(2) + ' ×', factor > 1.5 && sum > 1 << 20 ? 'warn' : 'calm');
    return before && before.isEqualNode(now) ? before : now;
  }

  function shares(row, before) {
    const known = partsOf(row);
    const largest = Math.max(1, ...known.map((part) => part.bytes));
    const now = h('ul', {class: 'shares'}, known.map((part) => {
      const fill = h('div', {class: 'fill'});
      fill.style.width = 100 * part.bytes / largest + '%';
      return h('li', {}, h('span', {class: 'node'}, part.node), h('div', {class: 'bar'}, fill),
          h('span', {class: 'size'}, bytes(part.bytes)));
    }));
    return before && before.isEqualNode(now) ? before : now;
  }

  function show() {
    const wanted = search.value.toLowerCase();
    const rows = all.tables.filter((row) => wanted === ''
        || [row.schema, row.name, row.owner, row.placement].join(' ').toLowerCase().includes(wanted));
    rows.sort((one, other) => (bytesOf(other) ?? 0) - (bytesOf(one) ?? 0));
    table.show(rows);
    setText(count, rows.length + ' of ' + all.tables.length + ' tables');
  }

  root.append(heading('Tables'),
      h('form', {class: 'filters', submit: (event) => event.preventDefault()},
          h('label', {for: 'search'}, 'Find'), search),
      count, table.element);
  return {
    tick: async () => {
      if (turns++ % EVERY === 0) {
        all = await read('tables');
        parts = new Map();
        for (const part of all.sizes) {
          const key = keyOf(part);
          parts.set(key, [...(parts.get(key) ?? []), part]);
        }
        show();
      }
    },
  };
}
