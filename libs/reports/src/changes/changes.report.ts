import { compareGroups } from '../groups/index.js';
import { chosenBy, integer, key, orNull, report, text, type ByChoices } from '../report/index.js';
import { countChanges } from './changes.queries.js';

const BY: ByChoices = {
  kind: 'By kind of the object.',
  namespace: 'By namespace of the object; null for objects without one.',
  team: 'By the team that the namespace of the object belongs to at present; null for objects without one.',
  actor:
    'By authenticated caller; null for revisions of other authors, to readers who are not auditors of the cluster.',
  client: 'By program, as the revision records it; null likewise.',
};

/** What happened. */
export const changes = report({
  name: 'changes',
  summary: 'Changes of objects, by kind, namespace, author or program',
  description:
    'Changes in the log of the period: what was created, updated, bound, deleted and evicted. Revisions in which a ' +
    'run only decided have no changes, and are not counted.',
  about: 'period',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    group: key(orNull(text('What the row is about, as `by` says.'))),
    changes: integer('changes', 'Number of changes.'),
    objects: integer('objects', 'Number of distinct objects among them, by kind and uid.'),
    revisions: integer('revisions', 'Number of revisions (committed writes) with at least one of them.'),
    created: integer('changes', 'Objects created.'),
    updated: integer('changes', 'Objects replaced or patched.'),
    bound: integer('changes', 'Pods bound to a node.'),
    deleted: integer('changes', 'Objects deleted.'),
    evicted: integer('changes', 'Pods evicted.'),
    net: integer('objects', 'Created minus deleted and evicted.'),
  },
  async *rows(frame) {
    const { choice } = chosenBy(BY, frame.parameters.by) ?? { choice: 'kind' };
    const rows = await frame.transaction((tx) => countChanges(tx, frame, choice));
    for (const row of rows.sort((a, b) => compareGroups(a.group, b.group))) {
      const { group, changes: count, objects, revisions, created, updated, bound, deleted, evicted } = row;
      const net = created - deleted - evicted;
      yield { group, changes: count, objects, revisions, created, updated, bound, deleted, evicted, net };
    }
  },
});
