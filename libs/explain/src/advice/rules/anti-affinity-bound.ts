import { labelValue } from '#apimachinery';
import type { PodTerm } from '#scheduler';
import { podsOf, type PodGroup } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** Pods that keep each other apart are more than there are places apart from each other. */
export const antiAffinityBound: Rule = {
  name: 'anti-affinity-bound',
  description: 'Fewer pods than exist can satisfy their anti-affinity to each other.',
  *find({ groups }) {
    for (const group of groups)
      for (const term of group.incoming.terms.requiredAntiAffinity) {
        if (!isAgainstItself(group, term)) continue;
        const places = placesOf(group, term.topologyKey);
        if (places === null || group.names.length <= places) continue;
        const excess = group.names.length - places;
        yield {
          namespace: group.namespace,
          objects: podsOf([group]),
          sentence:
            `${countOf(group.names.length, 'pod')} like ${group.namespace}/${group.names[0] ?? ''} keep each other ` +
            `apart by ${term.topologyKey}, and the nodes that they may use have ${countOf(places, 'value')} of it: ` +
            `${countOf(excess, 'pod')} can never be placed.`,
          remedy: 'Make the anti-affinity preferred instead of required, or use fewer pods or more domains.',
        };
      }
  },
};

function isAgainstItself({ namespace, labels }: PodGroup, { namespaces, selector }: PodTerm): boolean {
  return namespaces.includes(namespace) && selector(labels);
}

/** Null: a node without the label keeps no pods apart. */
function placesOf({ nodes }: PodGroup, key: string): number | null {
  const values = nodes.map(({ labels }) => labelValue(labels, key));
  return values.includes(undefined) ? null : new Set(values).size;
}
