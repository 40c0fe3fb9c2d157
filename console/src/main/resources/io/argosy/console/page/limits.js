import {percent} from './format.js';

/** What a resource is to people, by its name in argosy.statement_resources. */
const SENTENCES = {
  'processors': (node, share) => 'Processors limit it' + most(node, 'those') + ': ' + share
      + ' of its time one of them ran it, or it waited for one that ran others.',
  'disk': (node, share) => 'Disks limit it' + most(node, 'that') + ': ' + share
      + ' of its time it slept until one had done something.',
  'network and agent': (node, share) => 'Network and agents limit it' + most(node, 'those') + ': ' + share
      + ' of its time questions and answers were under way.',
  'who takes or sends rows': (node, share) => 'Who takes or sends rows limits it: ' + share + ' of its time backends'
      + ' had rows that nobody took yet, or waited for rows of others' + most(node, 'those') + '.',
  'coordinator': (node, share) => 'The coordinator limits it: it worked ' + share + ' of the time.',
  'planning': (node, share) => 'Planning limits it: it took ' + share + ' of the time.',
  'waiting': (node, share) => 'Waiting limits it: ' + share + ' of its time backends slept' + most(node, 'those')
      + ', and nobody knows why: for a lock, most often.',
};

/** Of which node it is most. */
function most(node, word) {
  return node === null || node === undefined ? '' : ', ' + word + ' of ' + node + ' most';
}

/** What limits a statement, in a few words; nothing where that is not known. */
export function limit(row) {
  return row.limited_by === null ? '' : row.limited_by + ' (' + percent(row.limited_share) + ')';
}

/** The same in a sentence. */
export function sentence(row) {
  if (row.limited_by === null) {
    return 'Nothing is known of what limits it.';
  }
  const known = SENTENCES[row.limited_by];
  return known
      ? known(row.limited_node, percent(row.limited_share)) : 'Limited by ' + limit(row) + most(row.limited_node, 'that') + '.';
}
