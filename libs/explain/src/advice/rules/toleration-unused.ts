import { tolerates, type Taint } from '#kubernetes';
import { podsOf, type PodGroup } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** Taints of conditions come and go with them: they are tolerated for later. */
const OF_CONDITIONS = /^node\.(kubernetes|cloudprovider\.kubernetes)\.io\//;

/** A toleration is for taints that no node has: a misspelled one lets the pod nowhere. */
export const tolerationUnused: Rule = {
  name: 'toleration-unused',
  description: 'No node has the taint of a toleration.',
  *find({ nodes, groups }) {
    const taints = distinct(nodes.flatMap(({ spec }) => spec?.taints ?? []));
    const unused = new Map<string, { readonly text: string; readonly groups: PodGroup[] }>();
    for (const group of groups)
      for (const toleration of group.pod.spec?.tolerations ?? []) {
        const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
        if (key === '' || OF_CONDITIONS.test(key) || taints.some((taint) => tolerates(toleration, taint))) continue;
        const text = `${key}${operator === 'Exists' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`;
        const id = JSON.stringify([group.namespace, text]);
        const known = unused.get(id) ?? { text, groups: [] };
        known.groups.push(group);
        unused.set(id, known);
      }
    for (const { text, groups: some } of unused.values()) {
      const pods = podsOf(some);
      const does = pods.length === 1 ? 'tolerates' : 'tolerate';
      yield {
        namespace: some[0]?.namespace ?? '',
        objects: pods,
        sentence: `${countOf(pods.length, 'pod')} ${does} ${text}, a taint that no node has.`,
        remedy: 'Remove the toleration, or check that key, value and effect are those of the intended taint.',
      };
    }
  },
};

function distinct(taints: readonly Taint[]): readonly Taint[] {
  return [...new Map(taints.map((taint) => [JSON.stringify([taint.key, taint.value, taint.effect]), taint])).values()];
}
