import {h, setText} from './dom.js';

/* global uPlot */

const HEIGHT = 150;
const POWERS = Array.from({length: 52}, (_, power) => 2 ** power);
/** Seconds that are seen at least. */
const SPAN = 60;
const COLOURS = 6;
/** How lines are drawn, so that not only their colours tell them apart. */
const DRAWN = [{drawn: 'solid'}, {drawn: 'dashed', dash: [8, 4]}, {drawn: 'dotted', dash: [2, 3]}];
const scheme = matchMedia('(prefers-color-scheme: dark)');
const charts = new Set();
scheme.addEventListener('change', () => charts.forEach((chart) => chart.rebuild()));

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** What a line looks like. */
function key(line) {
  const shown = h('span', {class: 'key', 'aria-hidden': 'true'});
  shown.style.borderTop = '3px ' + (line.drawn ?? 'solid') + ' var(' + line.colour + ')';
  return shown;
}

/** A chart needs two points for its axes. */
function drawable(data) {
  if (data[0].length > 1) {
    return data;
  }
  const now = data[0][0] ?? Date.now() / 1000;
  return [[now - 1, now], ...data.slice(1).map((values) => [null, values[0] ?? null])];
}

/** The last value; nothing where it is not known. */
function last(values) {
  return values?.findLast((value) => value !== undefined) ?? undefined;
}

/** Lines over time. Its present values are said in words, too. */
export class Chart {
  /**
   * @param {string} title what it shows, and in which unit
   * @param {Array} lines each with a label and the name of its colour, and perhaps how it is drawn
   * @param {Function} format a value as it is written
   * @param {boolean} binary whether round values are powers of two
   * @param {number} top what the axis goes to; otherwise as far as the values do
   */
  constructor(title, lines, format, binary = false, top = undefined) {
    this.binary = binary;
    this.top = top;
    this.lines = lines;
    this.format = format;
    this.data = drawable([[], ...lines.map(() => [])]);
    this.said = lines.map(() => h('span'));
    this.now = h('span', {class: 'now'}, lines.map((line, i) =>
      h('span', {class: 'line'}, lines.length > 1 ? key(line) : null, this.said[i])));
    this.place = h('div', {class: 'plot', 'aria-hidden': 'true'});
    this.element = h('figure', {class: lines.length > 2 ? 'many' : null}, h('figcaption', {}, h('span', {}, title), this.now), this.place);
    this.observer = new ResizeObserver(() => this.resize());
  }

  /** How the line of this number looks. */
  static style(i) {
    return {colour: '--line-' + (1 + i % COLOURS), ...DRAWN[(i + Math.floor(i / COLOURS)) % DRAWN.length]};
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
    this.lines.forEach((line, i) => {
      const value = last(data[i + 1]);
      const text = value === undefined ? '–' : this.format(value);
      setText(this.said[i], this.lines.length > 1 ? text + ' ' + line.label : text);
    });
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
      scales: {
        x: {range: (plot, low, high) => [Math.min(low ?? high, high - SPAN), high]},
        y: {range: (plot, low, high) => [0, this.top ?? Math.max(high * 1.15, 1)]},
      },
      axes: [
        {...axis, size: 28, values: '{HH}:{mm}:{ss}', space: 80},
        {...axis, size: 64, values: (plot, values) => values.map((value) => this.format(value)), space: 32,
          ...(this.binary ? {incrs: POWERS} : {})},
      ],
      series: [{}, ...this.lines.map((line) => ({
        label: line.label, stroke: colour(line.colour), width: 2, dash: line.dash,
        fill: this.lines.length > 2 ? undefined : colour(line.colour) + '22', points: {show: false},
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
