import {h, setText} from './dom.js';
import {clock, duration, oneLine, percent} from './format.js';
import {limit} from './limits.js';
import {Table} from './table.js';

const ORDERS = {
  started_at: 'The last first', total_ms: 'The longest first', planning_ms: 'The longest to plan first',
};
const MOST = 200;
/** What is shown until more is wanted: the texts that have cost most are below. */
const FIRST = 15;

/** The address of the page of one statement. */
function address(row) {
  return '#/statement/' + encodeURIComponent(row.statement_id);
}

/** The last statements, and the slow ones before them. */
export class Recent {
  constructor() {
    this.all = [];
    this.fits = () => true;
    this.order = h('select', {id: 'recent-order', change: () => this.fill()},
        Object.entries(ORDERS).map(([value, label]) => h('option', {value}, label)));
    this.count = h('p', {class: 'count', role: 'status'});
    this.shown = FIRST;
    this.more = h('button', {type: 'button', click: () => this.showMore()}, 'Show all');
    this.table = new Table('Recent and slow', [
      {label: 'Statement', node: link, class: 'wide'},
      {label: 'Started', text: (row) => clock(row.started_at)},
      {label: 'Total', text: (row) => duration(row.total_ms), class: 'number'},
      {label: 'Planning', text: (row) => duration(row.planning_ms), class: 'number'},
      {label: 'Limited by', text: limit},
      {label: 'Node', text: (row) => row.limited_node},
      {label: 'Explained', text: (row) => percent(row.explained_share), class: 'number'},
      {label: 'Strategy', text: (row) => row.strategy},
      {label: 'Error', text: (row) => row.sqlstate ?? ''},
      {label: 'Role', text: (row) => row.role},
    ], (row) => row.coordinator + ' ' + row.statement_id, 'None that fits has asked a node for something yet.');
    this.element = h('div', {class: 'recent'},
        h('div', {class: 'filters'}, h('label', {for: 'recent-order'}, 'Order of the recent ones'), this.order),
        this.count, this.table.element, h('div', {class: 'buttons'}, this.more));
  }

  /** Shows those of them that fit. */
  show(all, fits) {
    this.all = all;
    this.fits = fits;
    this.fill();
  }

  showMore() {
    this.shown = this.shown === FIRST ? MOST : FIRST;
    setText(this.more, this.shown === FIRST ? 'Show all' : 'Show the first ' + FIRST);
    this.fill();
  }

  fill() {
    const rows = this.all.filter(this.fits);
    rows.sort((one, other) => other[this.order.value] - one[this.order.value]);
    this.table.show(rows.slice(0, this.shown));
    this.more.hidden = rows.length <= FIRST;
    setText(this.count, Math.min(this.shown, rows.length) + ' of ' + this.all.length + ' recent statements');
  }
}

function link(row, before) {
  return before ?? h('a', {href: address(row), class: 'statement'}, oneLine(row.statement));
}
