import {read} from './api.js';

/** What the browser has seen since somebody has logged in: once a second, for the last ten minutes. */

const LONGEST = 600;
const TOTALS_EVERY = 5000;
const MOST_ENDED = 200;

/** The clients of the last second. */
export let clients = [];

/** Statements that were seen to have ended, the last first. */
export const ended = [];

/** Times in seconds, running and waiting statements. */
export const running = [[], [], []];

/** Times in seconds, statements and bytes per second. */
export const rates = [[], [], []];

const seen = new Map();
let totals = null;
let totalsAt = 0;
let generation = 0;

/** Forgets what another role has seen. */
export function clear() {
  generation++;
  clients = [];
  totals = null;
  totalsAt = 0;
  ended.length = 0;
  seen.clear();
  for (const series of [...running, ...rates]) {
    series.length = 0;
  }
}

function push(series, values) {
  values.forEach((value, i) => {
    series[i].push(value);
    if (series[i].length > LONGEST) {
      series[i].shift();
    }
  });
}

/** Keeps the last statement of a client that has ended it since it was looked at. */
function remember(client) {
  const key = client.coordinator + ' ' + client.pid;
  if (client.console || client.state === 'active' || client.last_started_at === null
      || seen.get(key) === client.last_started_at) {
    return;
  }
  seen.delete(key);
  seen.set(key, client.last_started_at);
  if (seen.size > 2 * MOST_ENDED) {
    seen.delete(seen.keys().next().value);
  }
  ended.unshift({...client, key: key + ' ' + client.last_started_at,
    milliseconds: client.changed_at - client.last_started_at});
  ended.length = Math.min(ended.length, MOST_ENDED);
}

/** Whether a client runs something, and is not this console. */
export function isBusy(client) {
  return client.state === 'active' && !client.console;
}

/** Asks for what is collected. */
export async function collect() {
  const asked = generation;
  const told = await read('activity');
  if (asked !== generation) {
    // Another role is there now, or none.
    return;
  }
  clients = told.clients;
  clients.forEach(remember);
  const busy = clients.filter(isBusy);
  const waiting = busy.filter((client) => client.wait).length;
  push(running, [Date.now() / 1000, busy.length - waiting, waiting]);
  if (Date.now() - totalsAt >= TOTALS_EVERY) {
    totalsAt = Date.now();
    const now = await read('totals');
    if (asked !== generation) {
      return;
    }
    const seconds = totals ? (now.now - totals.now) / 1000 : 0;
    // Less than before: the coordinator has started anew, or has forgotten some.
    if (seconds > 0 && now.calls >= totals.calls && now.bytes >= totals.bytes) {
      push(rates, [Date.now() / 1000, (now.calls - totals.calls) / seconds, (now.bytes - totals.bytes) / seconds]);
    }
    totals = now;
  }
}
