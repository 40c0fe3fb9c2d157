import {h, setText} from './dom.js';

let tables = 0;

/**
 * A table whose rows stay the same elements as long as their keys are there, so that what has the
 * focus, is open or selected stays so while values change. On a narrow screen each row is a card.
 */
export class Table {
  /**
   * @param {string} caption what it shows
   * @param {Array} columns each has a label; a text(row) or a node(row, before), which gets the node
   *     that was there; and perhaps a class, and a node that is shown for the label at the top
   * @param {Function} key what tells rows apart
   * @param {string} empty what is said where there are no rows
   */
  constructor(caption, columns, key, empty) {
    this.columns = columns;
    this.key = key;
    this.rows = new Map();
    this.body = h('tbody', {role: 'rowgroup'});
    this.empty = h('p', {class: 'empty'}, empty);
    const id = 'table-' + ++tables;
    this.table = h('table', {role: 'table', 'aria-labelledby': id},
        h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, columns.map(
            (column) => h('th', {role: 'columnheader', scope: 'col', class: column.class}, column.head ?? column.label)))),
        this.body);
    this.element = h('section', {class: 'table', 'aria-labelledby': id}, h('h2', {id}, caption), this.table, this.empty);
    this.show([]);
  }

  /** Shows these rows, in this order. */
  show(rows) {
    const gone = new Set(this.rows.keys());
    let place = this.body.firstElementChild;
    for (const row of rows) {
      const key = String(this.key(row));
      gone.delete(key);
      let shown = this.rows.get(key);
      if (!shown) {
        shown = h('tr', {role: 'row'}, this.columns.map((column) => h('td',
            {role: 'cell', class: column.class, 'data-label': column.label})));
        this.rows.set(key, shown);
      }
      this.fill(shown, row);
      if (shown === place) {
        place = place.nextElementSibling;
      } else {
        this.body.insertBefore(shown, place);
      }
    }
    for (const key of gone) {
      this.rows.get(key).remove();
      this.rows.delete(key);
    }
    this.table.hidden = rows.length === 0;
    this.empty.hidden = rows.length > 0;
  }

  fill(element, row) {
    this.columns.forEach((column, i) => {
      const cell = element.children[i];
      if (column.text) {
        setText(cell, column.text(row));
      } else {
        const before = cell.firstChild;
        const node = column.node(row, before);
        if (node !== before) {
          cell.replaceChildren(node);
        }
      }
      cell.classList.toggle('blank', cell.textContent === '' && cell.childElementCount === 0);
    });
  }
}
