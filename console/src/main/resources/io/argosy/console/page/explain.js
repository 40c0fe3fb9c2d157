import {act} from './api.js';
import {h, heading} from './dom.js';
import * as handover from './handover.js';

const DETAILS = {
  plan: 'The strategy and the fragments',
  nodes: 'The plans of the nodes, too',
  planner: 'What the planner has weighed',
};

/** How a statement would be answered. */
export function open(root) {
  const text = h('textarea', {id: 'statement', rows: 8, spellcheck: 'false', required: true,
    'aria-describedby': 'explain-help', keydown: (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit();
      }
    }});
  text.value = handover.take();
  const trouble = h('div', {role: 'alert', class: 'trouble', hidden: true});
  const plan = h('pre', {tabindex: '0', hidden: true, 'aria-label': 'The plan'});
  const button = h('button', {type: 'submit', class: 'main'}, 'Explain');
  const form = h('form', {class: 'explain', submit},
      h('label', {for: 'statement'}, 'Statement'), text,
      h('p', {id: 'explain-help', class: 'help'},
          'It is not run. Write values where a text from the lists has $1, $2 .. (Ctrl+Enter explains.)'),
      h('fieldset', {}, h('legend', {}, 'Show'), Object.entries(DETAILS).map(([value, label], i) =>
        h('label', {class: 'check'},
            h('input', {type: 'radio', name: 'detail', value, checked: i === 0}), label))),
      button);
  root.append(heading('Explain'), form, trouble, plan);

  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    trouble.hidden = true;
    handover.give(text.value);
    try {
      const detail = form.elements.detail.value;
      const answer = await act('explain', {statement: text.value, detail});
      plan.textContent = answer.lines.join('\n');
      plan.hidden = false;
    } catch (refused) {
      plan.hidden = true;
      const lines = refused.lines ? refused.lines() : ['The coordinator does not answer.'];
      trouble.replaceChildren(...lines.map((line) => h('p', {}, line)));
      trouble.hidden = false;
    } finally {
      button.disabled = false;
    }
  }
  return {};
}
