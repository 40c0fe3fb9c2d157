import {percent} from './format.js';

/** Elements, made of text that is never read as markup. */

/**
 * Makes an element.
 *
 * @param {string} tag its name
 * @param {Object} attributes names to values; functions are listeners; false and null are left away
 * @param {...(Node|string|number|null)} children
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined).map(
      (child) => child instanceof Node ? child : document.createTextNode(String(child))));
  return element;
}

/** Changes an element's text only where it is another one, so that what is selected stays so. */
export function setText(element, text) {
  const shown = String(text ?? '');
  if (element.textContent !== shown) {
    element.textContent = shown;
  }
}

/** A heading that is given the focus when its view is opened. */
export function heading(text) {
  return h('h1', {tabindex: '-1'}, text);
}

/** A part of a whole, drawn and written; changes the element that was there. */
export function part(share, before) {
  const shown = before ?? h('div', {class: 'part'}, h('div', {class: 'bar', 'aria-hidden': 'true'}, h('div', {class: 'fill'})),
      h('span'));
  shown.firstChild.firstChild.style.width = 100 * share + '%';
  setText(shown.lastChild, percent(share));
  return shown;
}

/** A small word with a colour: good, busy, warn, bad or calm. */
export function badge(text, kind) {
  return h('span', {class: 'badge ' + kind}, text);
}

/**
 * Asks before something is done that cannot be undone.
 *
 * @returns {Promise<boolean>} whether it is to be done
 */
export function confirm(question, detail, act) {
  return new Promise((resolve) => {
    const dialog = h('dialog', {'aria-labelledby': 'question'},
        h('h2', {id: 'question'}, question),
        h('p', {}, detail),
        h('div', {class: 'buttons'},
            h('button', {type: 'button', class: 'danger', click: () => dialog.close('yes')}, act),
            h('button', {type: 'button', autofocus: true, click: () => dialog.close('no')}, 'Leave it')));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
