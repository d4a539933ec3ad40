import { matcherOf, podsOf } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** A hard spread constraint counts pods that its own pod is none of: placing it changes nothing of what is counted. */
export const spreadWithoutItself: Rule = {
  name: 'spread-without-itself',
  description: 'A hard topology spread constraint does not select its own pods.',
  *find({ groups }) {
    for (const group of groups)
      for (const [index, { labelSelector, whenUnsatisfiable, topologyKey }] of (
        group.pod.spec?.topologySpreadConstraints ?? []
      ).entries()) {
        if (whenUnsatisfiable !== 'DoNotSchedule' || matcherOf(labelSelector)(group.labels)) continue;
        yield {
          namespace: group.namespace,
          objects: podsOf([group]),
          sentence:
            `Spread constraint ${index} of ${countOf(group.names.length, 'pod')} like ${group.namespace}/` +
            `${group.names[0] ?? ''}, by ${topologyKey ?? ''}, does not select these pods: it does not spread them.`,
          remedy: "Select the pods' own labels in it.",
        };
      }
  },
};
