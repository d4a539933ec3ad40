import { labelValue } from '#apimachinery';
import type { NodeIdentity } from '../../labels/index.js';
import { listed } from '../../why-not/index.js';
import { nodesAsObjects, podsOf, type AdvisedNode, type PodGroup } from '../model.js';
import type { Finding, Rule } from '../rule.js';
import { countOf } from '../words.js';

/** What a pod asks by a topology key, and what a node without that label means for it. */
const MEANS = {
  'spread constraint': 'pods never go there',
  'required affinity': 'pods never go there',
  'required anti-affinity': 'nothing is kept apart there',
} as const;

type Asking = keyof typeof MEANS;

interface Asked {
  readonly namespace: string;
  readonly key: string;
  readonly asking: Asking;
  readonly groups: PodGroup[];
  readonly lacking: Set<AdvisedNode>;
}

/** Nodes that a pod may use lack the label that it is spread or kept together by. */
export const topologyKeyMissing: Rule = {
  name: 'topology-key-missing',
  description: 'Some nodes do not have the topology key of a hard constraint as a label.',
  *find({ groups, identity }) {
    const found = new Map<string, Asked>();
    for (const group of groups)
      for (const { key, asking } of keysOf(group)) {
        const lacking = group.nodes.filter(({ labels }) => labelValue(labels, key) === undefined);
        if (lacking.length === 0) continue;
        const id = JSON.stringify([group.namespace, key, asking]);
        const asked = found.get(id) ?? { namespace: group.namespace, key, asking, groups: [], lacking: new Set() };
        asked.groups.push(group);
        for (const node of lacking) asked.lacking.add(node);
        found.set(id, asked);
      }
    for (const asked of found.values()) yield findingOf(asked, identity);
  },
};

function findingOf({ namespace, key, asking, groups, lacking }: Asked, identity: NodeIdentity): Finding {
  const pods = podsOf(groups);
  const nodes = [...lacking];
  const named = listed(nodes.slice(0, 3).map(({ name }) => name));
  const others = nodes.length > 3 ? ` and ${nodes.length - 3} more` : '';
  return {
    namespace,
    objects: [...nodesAsObjects(nodes), ...pods],
    sentence:
      `A ${asking} of ${countOf(pods.length, 'pod')} goes by the label ${key}, which ${named}${others} ` +
      `${nodes.length === 1 ? 'does' : 'do'} not have: ${MEANS[asking]}.`,
    remedy: identity.says(key)
      ? 'The label says what a node is: look why these nodes do not have it, or keep the pods off them by a node ' +
        'selector.'
      : `Label these nodes with ${key}, or keep the pods off them by a node selector.`,
  };
}

function keysOf({ pod, incoming }: PodGroup): readonly { readonly key: string; readonly asking: Asking }[] {
  const keys = new Map<string, { readonly key: string; readonly asking: Asking }>();
  const add = (key: string, asking: Asking): void => void keys.set(`${asking} ${key}`, { key, asking });
  for (const { topologyKey = '', whenUnsatisfiable } of pod.spec?.topologySpreadConstraints ?? [])
    if (whenUnsatisfiable === 'DoNotSchedule') add(topologyKey, 'spread constraint');
  for (const { topologyKey } of incoming.terms.requiredAffinity) add(topologyKey, 'required affinity');
  for (const { topologyKey } of incoming.terms.requiredAntiAffinity) add(topologyKey, 'required anti-affinity');
  return [...keys.values()];
}
