import { labelValue } from '#apimachinery';
import type { Cycle } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { InterPodAffinityArgs } from './args.js';
import { NAMESPACES } from './namespaces.js';
import { meansPod, ownTerms } from './terms.js';

/** What one pod adds to the raw score of a node: above 0 it attracts, below it repels. */
export interface AffinityShare {
  readonly pod: PlacedPod;
  /** The row of the pod. */
  readonly row: number;
  readonly amount: number;
}

/** What the raw InterPodAffinity score of the node of a row is made of; pods that cancel out alone are left out. */
export function affinityShares(
  { pod, snapshot, args }: Pick<Cycle, 'pod' | 'snapshot' | 'args'>,
  row: number,
): readonly AffinityShare[] {
  const { nodes } = snapshot;
  const { hardPodAffinityWeight = 1 } = args as Partial<InterPodAffinityArgs>;
  const namespaces = snapshot.objects[NAMESPACES.list];
  const labels = snapshot.object(NAMESPACES.list, pod.namespace)?.metadata?.labels;
  const affinity = ownTerms(pod.terms.preferredAffinity, namespaces);
  const antiAffinity = ownTerms(pod.terms.preferredAntiAffinity, namespaces);
  const shares: AffinityShare[] = [];
  for (let at = 0; at < snapshot.nodeCount; at += 1) {
    const isShared = (key: string): boolean => {
      const value = labelValue(nodes[row]?.labels, key);
      return value !== undefined && value === labelValue(nodes[at]?.labels, key);
    };
    for (const other of snapshot.pods(at)) {
      const terms = other.terms();
      const meant = [
        ...affinity.filter(({ matches }) => matches(other)),
        ...antiAffinity.filter(({ matches }) => matches(other)).map((term) => ({ ...term, weight: -term.weight })),
        ...terms.requiredAffinity
          .filter((term) => meansPod(term, pod, labels))
          .map((term) => ({ ...term, weight: hardPodAffinityWeight })),
        ...terms.preferredAffinity.filter((term) => meansPod(term, pod, labels)),
        ...terms.preferredAntiAffinity
          .filter((term) => meansPod(term, pod, labels))
          .map((term) => ({ ...term, weight: -term.weight })),
      ];
      const amount = meant.reduce((sum, term) => (isShared(term.topologyKey) ? sum + term.weight : sum), 0);
      if (amount !== 0) shares.push({ pod: other, row: at, amount });
    }
  }
  return shares.sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
