import {act, read} from './api.js';
import {setText} from './dom.js';
import * as handover from './handover.js';
import {login} from './login.js';
import * as store from './store.js';
import * as activity from './activity.js';
import * as cluster from './cluster.js';
import * as explain from './explain.js';
import * as settings from './settings.js';
import * as statement from './statement.js';
import * as statements from './statements.js';
import * as tables from './tables.js';

const VIEWS = {cluster, activity, statements, statement, explain, tables, settings};
/** Views that have no link of their own at the top, and those they belong to. */
const WITHIN = {statement: 'statements'};
const main = document.getElementById('main');
const top = document.getElementById('top');
const foot = document.getElementById('foot');
const trouble = document.getElementById('trouble');

let who = null;
let view = null;
let timer = null;
let running = false;

function route() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  return {name: Object.hasOwn(VIEWS, name) ? name : 'cluster', rest: rest.map(decoded)};
}

/** What somebody has typed into the address may be no encoding of anything. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function open() {
  if (!who) {
    return;
  }
  view?.stop?.();
  const {name, rest} = route();
  for (const link of top.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === '#/' + (WITHIN[name] ?? name)) {
      link.setAttribute('aria-current', 'page');
      link.scrollIntoView({block: 'nearest', inline: 'nearest'});
    } else {
      link.removeAttribute('aria-current');
    }
  }
  main.replaceChildren();
  view = VIEWS[name].open(main, rest, who);
  const title = main.querySelector('h1');
  document.title = title.textContent + ' · Argosy';
  title.focus({preventScroll: true});
  scrollTo(0, 0);
  soon();
}

/** Asks once a second while somebody looks, never twice at a time, and less often while it fails. */
async function tick() {
  timer = null;
  if (!who || document.hidden || running) {
    return;
  }
  running = true;
  let pause = 1000;
  const asked = view;
  try {
    await store.collect();
    if (asked === view) {
      await asked?.tick?.();
    }
    trouble.hidden = true;
  } catch (failure) {
    pause = 5000;
    if (who) {
      setText(trouble, failure.lines ? failure.lines().join(' ') : 'The coordinator does not answer.');
      trouble.hidden = false;
    }
  } finally {
    running = false;
    if (who && !document.hidden && timer === null) {
      timer = setTimeout(tick, asked === view ? pause : 0);
    }
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(tick, 0);
}

async function begin() {
  try {
    who = await read('who');
  } catch (failure) {
    end(failure.status === 401 ? null : failure.message);
    return;
  }
  store.clear();
  setText(document.getElementById('who'), who.role + ' @ ' + who.database);
  setText(foot, 'Argosy ' + (who.argosy_version ?? '') + ' · PostgreSQL ' + who.server_version
      + (who.sees_all ? '' : ' · texts of other roles are hidden, as in PostgreSQL'));
  top.hidden = false;
  foot.hidden = false;
  open();
}

function end(message) {
  view?.stop?.();
  view = null;
  who = null;
  clearTimeout(timer);
  timer = null;
  top.hidden = true;
  foot.hidden = true;
  trouble.hidden = true;
  // Who logs in next may be another role.
  store.clear();
  handover.give('');
  setText(document.getElementById('who'), '');
  setText(foot, '');
  document.title = 'Argosy console';
  login(main, message, begin);
}

document.getElementById('logout').addEventListener('click', async () => {
  await act('logout').catch(() => {});
  end(null);
});
addEventListener('logged-out', (event) => {
  if (who) {
    end(event.detail);
  }
});
addEventListener('hashchange', open);
document.addEventListener('visibilitychange', () => {
  if (who && !document.hidden) {
    soon();
  }
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
begin();
