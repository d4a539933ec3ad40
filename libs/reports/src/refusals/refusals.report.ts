import { compareGroups, teamsOf } from '../groups/index.js';
import { chosenBy, integer, key, orNull, report, text, time, type ByChoices } from '../report/index.js';
import { readRefusals, type RefusalRow } from './refusals.queries.js';

const BY: ByChoices = {
  reason: 'By the step of admission: `ResourceQuota`, `LimitRanger`.',
  namespace: 'By namespace of the object.',
  team: 'By the team that the namespace of the object belongs to at present.',
  kind: 'By kind of the object.',
};

/** What admission refused. */
export const refusals = report({
  name: 'refusals',
  summary: 'Writes that admission refused',
  description:
    'Writes that quotas, ranges and other steps of admission refused in the period. Refusals are stored for 90 days, ' +
    'at the time at which they were written.',
  about: 'period',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    group: key(orNull(text('What the row is about, as `by` says.'))),
    refusals: integer('writes', 'Number of refused objects.'),
    objects: integer('objects', 'Number of distinct objects, by kind, namespace and name.'),
    byQuotas: integer('writes', 'Refused objects for which a quota had no room: the step `ResourceQuota`.'),
    first: time('When the first of them was refused.'),
    last: time('When the last of them was refused.'),
  },
  async *rows(frame) {
    const { choice } = chosenBy(BY, frame.parameters.by) ?? { choice: 'reason' };
    const teamOf = choice === 'team' ? await teamsOf(frame) : undefined;
    const rows = await frame.transaction((tx) => readRefusals(tx, frame));
    const groups = new Map<string, RefusalRow[]>();
    for (const row of rows) {
      const { reason, kind, namespace } = row;
      const group = choice === 'reason' ? reason : choice === 'kind' ? kind : (teamOf?.(namespace) ?? namespace);
      const found = groups.get(group);
      if (found === undefined) groups.set(group, [row]);
      else found.push(row);
    }
    for (const [group, all] of [...groups].sort(([a], [b]) => compareGroups(a, b))) {
      yield {
        group,
        refusals: all.length,
        objects: new Set(all.map(({ kind, namespace, name }) => `${kind}/${namespace}/${name}`)).size,
        byQuotas: all.filter(({ reason }) => reason === 'ResourceQuota').length,
        first: all[0]?.at.toISOString() ?? '',
        last: all.at(-1)?.at.toISOString() ?? '',
      };
    }
  },
});
