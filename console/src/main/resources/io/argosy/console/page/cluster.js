import {read} from './api.js';
import {Chart} from './chart.js';
import {badge, h, heading, part, setText} from './dom.js';
import {bytes, duration, moment, number, short} from './format.js';
import {Machines} from './machines.js';
import * as store from './store.js';
import {Table} from './table.js';

const EVERY = 2;

function same(node, before) {
  return before && before.isEqualNode(node) ? before : node;
}

/** The cluster at a glance. */
export function open(root, rest, who) {
  const tiles = {};
  const tileList = h('dl', {class: 'tiles'}, ['Nodes', 'Running', 'Waiting', 'Clients', 'In doubt'].map((name) => {
    tiles[name] = h('dd', {}, '–');
    return h('div', {}, h('dt', {}, name), tiles[name]);
  }));
  const charts = [
    new Chart('Statements at a time', [
      {label: 'running', colour: '--line-1'}, {label: 'waiting', colour: '--line-2'}], number),
    new Chart('Statements per second', [{label: 'statements', colour: '--line-1'}], short),
    new Chart('Bytes of nodes per second', [{label: 'bytes', colour: '--line-3'}], bytes, true),
  ];
  let turns = 0;
  let all = null;

  const nodes = new Table('Nodes', [
    {label: 'Node', text: (row) => row.name, class: 'name'},
    {label: 'State', node: (row, before) => same(nodeState(row), before)},
    {label: 'Role', text: (row) => row.home ? 'home node' : ''},
    {label: 'Slots', text: (row) => row.state ? row.state.slots + ' of 1024' : '', class: 'number'},
    {label: 'Share of data', node: shareOf, class: 'share'},
    {label: 'Data', text: (row) => bytes(row.state?.bytes), class: 'number'},
    {label: 'Standbys', node: (row, before) => same(standbys(row), before)},
    {label: 'Backends', text: (row) => row.state?.backends == null ? '' : row.state.backends + ' of ' + row.state.backends_limit,
      class: 'number'},
    {label: 'Answers in', text: (row) => duration(row.state?.answer_ms), class: 'number'},
    {label: 'PostgreSQL', text: (row) => row.state?.server_version},
  ], (row) => row.position, 'No nodes are known.');
  const doubt = new Table('Prepared parts of transactions', [
    {label: 'Transaction', text: (row) => row.gid, class: 'name'},
    {label: 'Node', text: (row) => row.node},
    {label: 'Owner', text: (row) => row.owner},
    {label: 'Prepared', text: (row) => moment(row.prepared_at)},
    {label: 'Coordinator', text: (row) => row.coordinator_alive ? 'lives' : 'is gone'},
    {label: 'Decision', text: (row) => row.decision ?? 'none yet'},
  ], (row) => row.gid + ' ' + row.node, 'Nothing is prepared, so nothing is in doubt.');
  const coordinators = new Table('Coordinators', [
    {label: 'Coordinator', text: (row) => row.id, class: 'name'},
    {label: 'Since', text: (row) => moment(row.since)},
  ], (row) => row.id, 'A cluster of one node needs no entry.');

  const machines = new Machines(who);

  function nodeState(row) {
    if (!row.state) {
      return badge('unknown', 'calm');
    }
    return row.state.problem ? badge(row.state.problem, 'bad') : badge('answers', 'good');
  }

  function standbys(row) {
    if (row.state?.standbys == null) {
      return h('span', {}, row.state && !row.state.problem ? 'hidden' : '');
    }
    const known = JSON.parse(row.state.standbys);
    return known.length === 0 ? h('span', {}, 'none') : h('ul', {class: 'plain'}, known.map((one) => h('li', {},
        one.name + (one.address ? ' (' + one.address + ')' : '') + ' ',
        badge(one.state, one.state === 'streaming' ? 'good' : 'warn'),
        ' ' + bytes(one.lag_bytes ?? 0) + ' behind' + (one.lag_ms ? ', ' + duration(one.lag_ms) : '')
            + (one.sync === 'async' ? '' : ', ' + one.sync))));
  }

  function shareOf(row, before) {
    const sum = all.states.reduce((whole, state) => whole + (state.bytes ?? 0), 0);
    return part(sum === 0 || !row.state ? 0 : (row.state.bytes ?? 0) / sum, before);
  }

  root.append(heading('Cluster'), tileList, h('div', {class: 'charts'}, charts.map((chart) => chart.element)),
      nodes.element, machines.element, doubt.element, coordinators.element);
  charts.forEach((chart) => chart.start());

  function showLive() {
    const busy = store.clients.filter(store.isBusy);
    const waiting = busy.filter((one) => one.wait).length;
    setText(tiles.Running, busy.length - waiting);
    setText(tiles.Waiting, waiting);
    setText(tiles.Clients, store.clients.filter((one) => !one.console).length);
    charts[0].show(store.running);
    charts[1].show([store.rates[0], store.rates[1]]);
    charts[2].show([store.rates[0], store.rates[2]]);
  }

  function show() {
    const rows = all.nodes.map((node) => ({...node, state: all.states.find((one) => one.position === node.position)}));
    nodes.show(rows);
    doubt.show(all.transactions);
    coordinators.show(all.coordinators);
    const known = all.states.length > 0;
    const lost = rows.filter((row) => row.state?.problem).length;
    setText(tiles.Nodes, known ? rows.length - lost + ' of ' + rows.length : rows.length);
    tiles.Nodes.parentElement.classList.toggle('alarm', lost > 0);
    setText(tiles['In doubt'], all.transactions.length);
    tiles['In doubt'].parentElement.classList.toggle('alarm', all.transactions.some((part) => !part.coordinator_alive));
  }

  return {
    tick: async () => {
      showLive();
      if (turns++ % EVERY === 0) {
        all = await read('cluster');
        show();
      }
      await machines.tick();
    },
    stop: () => {
      charts.forEach((chart) => chart.stop());
      machines.stop();
    },
  };
}
