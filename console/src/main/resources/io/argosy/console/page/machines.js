import {read} from './api.js';
import {Chart} from './chart.js';
import {h, part, setText} from './dom.js';
import {byName, bytes, number, percent} from './format.js';
import {Table} from './table.js';

/* global uPlot */

/** Milliseconds between two questions. */
const EVERY = 2000;
/** Seconds that are shown. */
const SPAN = 300;
/** Seconds without a sample after which nothing is known of a machine. */
const STALE = 10;
/** Seconds that may be missing between two samples. */
const HOLE = 1.5;

function share(value) {
  return percent(value === undefined ? null : value / 100);
}

function hundred(value) {
  return value === null ? null : 100 * value;
}

function sum(...values) {
  return values.some((value) => value === null) ? null : values.reduce((whole, value) => whole + value, 0);
}

/** What the charts show of a sample: of all nodes one value, of one node its parts. */
const CHARTS = [
  {title: 'Processors busy', format: share, top: 100,
    of: (row) => hundred(sum(row.user_share, row.system_share)),
    parts: {programs: (row) => hundred(row.user_share), kernel: (row) => hundred(row.system_share)}},
  {title: 'Waiting for a disk', format: share, of: (row) => hundred(row.iowait_share)},
  {title: 'Disk per second', format: bytes, binary: true,
    of: (row) => sum(row.disk_read_bytes, row.disk_write_bytes),
    parts: {read: (row) => row.disk_read_bytes, written: (row) => row.disk_write_bytes}},
  {title: 'Network per second', format: bytes, binary: true,
    of: (row) => sum(row.network_in_bytes, row.network_out_bytes),
    parts: {received: (row) => row.network_in_bytes, sent: (row) => row.network_out_bytes,
      'within the machine': (row) => row.loopback_bytes}},
  {title: 'Memory available', format: bytes, binary: true, of: (row) => row.memory_available},
];

/** What the nodes' machines did in the last five minutes, where the role may see it. */
export class Machines {
  constructor(who) {
    this.allowed = who.sees_all;
    this.samples = new Map();
    this.charts = [];
    this.askedAt = 0;
    this.shown = '';
    this.ended = false;
    if (!this.allowed) {
      this.element = h('section', {class: 'table', 'aria-labelledby': 'machines'},
          h('h2', {id: 'machines'}, 'Machines'),
          h('p', {class: 'empty'}, 'What the nodes\u2019 machines do is for members of pg_read_all_stats, and '
              + who.role + ' is none.'));
      return;
    }
    this.choice = h('select', {id: 'machine', change: () => this.show()}, h('option', {value: ''}, 'all'));
    this.place = h('div', {class: 'charts'});
    this.table = new Table('Machines, by their last second', [
      {label: 'Node', text: (row) => row.node, class: 'name'},
      {label: 'Processors', text: (row) => number(row.processors), class: 'number'},
      {label: 'Busy', node: (row, before) => part(sum(row.user_share, row.system_share) ?? 0, before), class: 'share'},
      {label: 'Waiting for a disk', text: (row) => percent(row.iowait_share), class: 'number'},
      {label: 'Disk busy', text: (row) => percent(row.disk_busy_share), class: 'number'},
      {label: 'Disk', text: (row) => bytes(sum(row.disk_read_bytes, row.disk_write_bytes)), class: 'number'},
      {label: 'Network', text: (row) => bytes(sum(row.network_in_bytes, row.network_out_bytes)), class: 'number'},
      {label: 'Within the machine', text: (row) => bytes(row.loopback_bytes), class: 'number'},
      {label: 'Memory available', text: (row) => bytes(row.memory_available) + ' of ' + bytes(row.memory_total),
        class: 'number'},
    ], (row) => row.node, 'Nothing is known of them. It takes an agent, or a server on the coordinator\u2019s machine,'
        + ' and Linux.');
    this.element = h('div', {},
        h('div', {class: 'filters'}, h('label', {for: 'machine'}, 'Machines of the last five minutes'), this.choice),
        this.place, this.table.element);
  }

  /** Asks for what is new, if it is time. */
  async tick() {
    if (!this.allowed || Date.now() - this.askedAt < EVERY) {
      return;
    }
    this.askedAt = Date.now();
    const seen = new URLSearchParams();
    for (const [node, samples] of this.samples) {
      seen.append('node', node);
      seen.append('after', samples.at(-1).at_microseconds);
    }
    const more = (await read('machines?' + seen)).samples;
    if (this.ended) {
      return;
    }
    for (const sample of more) {
      const samples = this.samples.get(sample.node) ?? [];
      samples.push({...sample, at: sample.at_microseconds / 1e6});
      this.samples.set(sample.node, samples);
    }
    const now = Math.max(0, ...[...this.samples.values()].map((samples) => samples.at(-1).at));
    for (const [node, samples] of this.samples) {
      while (samples.length > 0 && samples[0].at < now - SPAN) {
        samples.shift();
      }
      if (samples.length === 0) {
        this.samples.delete(node);
      }
    }
    this.now = now;
    this.show();
  }

  show() {
    const nodes = [...this.samples.keys()].sort(byName);
    this.choose(nodes);
    this.table.show(nodes.map((node) => this.samples.get(node).at(-1))
        .filter((last) => last.at >= this.now - STALE));
    this.element.firstChild.hidden = nodes.length === 0;
    const chosen = this.choice.value;
    const lines = (chart) => chosen === '' || !chart.parts
        ? (chosen === '' ? nodes : [chosen]).map((node) => ({label: node, node, of: chart.of}))
        : Object.entries(chart.parts).map(([label, of]) => ({label, node: chosen, of}));
    if (this.shown !== JSON.stringify([chosen, nodes])) {
      this.shown = JSON.stringify([chosen, nodes]);
      this.charts.forEach((chart) => chart.stop());
      this.charts = nodes.length === 0 ? [] : CHARTS.map((chart) => new Chart(chart.title,
          lines(chart).map((line, i) => ({label: line.label, ...Chart.style(i)})),
          chart.format, chart.binary, chart.top));
      this.place.replaceChildren(...this.charts.map((chart) => chart.element));
      this.charts.forEach((chart) => chart.start());
    }
    this.charts.forEach((chart, i) => chart.show(uPlot.join(lines(CHARTS[i]).map((line) => this.series(line)))));
  }

  /** Offers the nodes, and leaves what is chosen. */
  choose(nodes) {
    const chosen = nodes.includes(this.choice.value) ? this.choice.value : '';
    const offered = [...this.choice.options].slice(1).map((option) => option.value);
    if (offered.join('\n') !== nodes.join('\n')) {
      this.choice.replaceChildren(h('option', {value: ''}, 'all'),
          ...nodes.map((value) => h('option', {value}, value)));
    }
    this.choice.value = chosen;
  }

  /** Times and values of a line, with null where samples are missing. */
  series({node, of}) {
    const times = [];
    const values = [];
    let last = null;
    for (const sample of this.samples.get(node)) {
      if (last !== null && sample.at - sample.seconds - last > HOLE) {
        times.push((sample.at - sample.seconds + last) / 2);
        values.push(null);
      }
      times.push(sample.at);
      values.push(of(sample));
      last = sample.at;
    }
    if (last < this.now - STALE) {
      times.push(last + 1);
      values.push(null);
    }
    return [times, values];
  }

  /** Ends it. */
  stop() {
    this.ended = true;
    this.charts.forEach((chart) => chart.stop());
  }
}
