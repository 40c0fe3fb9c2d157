import {h, setText} from './dom.js';

/* global uPlot */

const HEIGHT = 150;
const POWERS = Array.from({length: 52}, (_, power) => 2 ** power);
/** Seconds that are seen at least. */
const SPAN = 60;
const scheme = matchMedia('(prefers-color-scheme: dark)');
const charts = new Set();
scheme.addEventListener('change', () => charts.forEach((chart) => chart.rebuild()));

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A chart needs two points for its axes. */
function drawable(data) {
  if (data[0].length > 1) {
    return data;
  }
  const now = data[0][0] ?? Date.now() / 1000;
  return [[now - 1, now], ...data.slice(1).map((values) => [null, values[0] ?? null])];
}

/** Lines over time. Its present values are said in words, too. */
export class Chart {
  /**
   * @param {string} title what it shows, and in which unit
   * @param {Array} lines each with a label and the name of its colour
   * @param {Function} format a value as it is written
   * @param {boolean} binary whether round values are powers of two
   */
  constructor(title, lines, format, binary = false) {
    this.binary = binary;
    this.lines = lines;
    this.format = format;
    this.data = drawable([[], ...lines.map(() => [])]);
    this.now = h('span', {class: 'now'});
    this.place = h('div', {class: 'plot', 'aria-hidden': 'true'});
    this.element = h('figure', {}, h('figcaption', {}, h('span', {}, title), this.now), this.place);
    this.observer = new ResizeObserver(() => this.resize());
  }

  /** Draws from now on. */
  start() {
    charts.add(this);
    this.observer.observe(this.place);
  }

  /** Shows values, for times in seconds since 1970. */
  show(data) {
    this.data = drawable(data);
    this.plot?.setData(this.data);
    const last = data[0].length - 1;
    setText(this.now, last < 0 ? 'no values yet' : this.lines.map((line, i) =>
      this.format(data[i + 1][last] ?? 0) + (this.lines.length > 1 ? ' ' + line.label : '')).join(', '));
  }

  resize() {
    const width = Math.floor(this.place.clientWidth);
    if (width === 0) {
      return;
    }
    if (this.plot) {
      this.plot.setSize({width, height: HEIGHT});
    } else {
      this.build(width);
    }
  }

  rebuild() {
    const width = this.plot?.width;
    this.plot?.destroy();
    this.plot = null;
    if (width) {
      this.build(width);
    }
  }

  build(width) {
    const axis = {
      stroke: colour('--muted'), grid: {stroke: colour('--line'), width: 1}, ticks: {show: false},
      font: '12px system-ui, sans-serif',
    };
    this.plot = new uPlot({
      width, height: HEIGHT, legend: {show: false}, cursor: {show: false}, padding: [8, 28, 0, 0],
      scales: {x: {range: (plot, low, high) => [Math.min(low ?? high, high - SPAN), high]}, y: {range: (plot, low, high) => [0, Math.max(high * 1.15, 1)]}},
      axes: [
        {...axis, size: 28, values: '{HH}:{mm}:{ss}', space: 80},
        {...axis, size: 64, values: (plot, values) => values.map((value) => this.format(value)), space: 32,
          ...(this.binary ? {incrs: POWERS} : {})},
      ],
      series: [{}, ...this.lines.map((line) => ({
        label: line.label, stroke: colour(line.colour), width: 2, fill: colour(line.colour) + '22',
        points: {show: false},
      }))],
    }, this.data, this.place);
  }

  /** Ends it. */
  stop() {
    charts.delete(this);
    this.observer.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }
}
