import {act, read} from './api.js';
import {h, heading} from './dom.js';

/** The form to log in. */
export function login(root, message, done) {
  const trouble = h('div', {id: 'login-error', role: 'alert', class: 'trouble', hidden: true});
  const role = h('input', {id: 'role', name: 'role', autocomplete: 'username', required: true,
    maxlength: 63, spellcheck: 'false', autocapitalize: 'none'});
  const password = h('input', {id: 'password', name: 'password', type: 'password',
    autocomplete: 'current-password', maxlength: 1024, 'aria-describedby': 'password-help'});
  const database = h('input', {id: 'database', name: 'database', required: true, maxlength: 63,
    spellcheck: 'false', autocapitalize: 'none'});
  const button = h('button', {type: 'submit', class: 'main'}, 'Log in');

  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    trouble.hidden = true;
    try {
      await act('login', {role: role.value, password: password.value, database: database.value});
      password.value = '';
      done();
    } catch (refused) {
      say(refused.lines ? refused.lines() : ['the coordinator does not answer']);
      password.value = '';
      password.focus();
    } finally {
      button.disabled = false;
    }
  }

  function say(lines) {
    trouble.replaceChildren(...lines.map((line) => h('p', {}, line)));
    trouble.hidden = false;
  }

  root.replaceChildren(h('section', {class: 'login'},
      h('img', {src: 'icon.svg', alt: '', width: 56, height: 56}),
      heading('Argosy console'),
      h('p', {}, 'Log in as a role of PostgreSQL. You see and may do here what the role may.'),
      h('form', {submit},
          trouble,
          h('label', {for: 'role'}, 'Role'), role,
          h('label', {for: 'password'}, 'Password'), password,
          h('p', {id: 'password-help', class: 'help'}, 'Empty where the role needs none.'),
          h('label', {for: 'database'}, 'Database'), database,
          button)));
  if (message) {
    say([message]);
  }
  read('login').then((known) => {
    database.value ||= known.database;
  }).catch(() => {});
  role.focus();
}
