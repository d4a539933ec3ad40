import { ownTerms, type IncomingPod, type OwnTerm, type PodTerm, type ReadableSnapshot } from '#scheduler';
import { counted, type NearMiss } from './near-miss.js';

/**
 * Terms of required affinity that select no pod where they look, and select one in another namespace. `mayName` says
 * of which namespaces the reader may know.
 */
export function nearNamespaces(
  { terms, namespace }: IncomingPod,
  snapshot: ReadableSnapshot,
  mayName: (namespace: string) => boolean,
): readonly NearMiss[] {
  const { namespaces } = snapshot.objects;
  return ownTerms(terms.requiredAffinity, namespaces).flatMap((own, at): readonly NearMiss[] => {
    const term = terms.requiredAffinity[at];
    return term === undefined ? [] : nearTerm({ own, term, namespace }, snapshot, mayName);
  });
}

function nearTerm(
  { own, term, namespace }: { readonly own: OwnTerm; readonly term: PodTerm; readonly namespace: string },
  snapshot: ReadableSnapshot,
  mayName: (namespace: string) => boolean,
): readonly NearMiss[] {
  const elsewhere = new Map<string, number>();
  for (let row = 0; row < snapshot.nodeCount; row++)
    for (const pod of snapshot.pods(row)) {
      if (own.matches(pod)) return [];
      if (term.selector(pod.labels) && mayName(pod.namespace))
        elsewhere.set(pod.namespace, (elsewhere.get(pod.namespace) ?? 0) + 1);
    }
  const [most] = [...elsewhere].sort(([, a], [, b]) => b - a);
  if (most === undefined) return [];
  const [near, count] = most;
  const asked = term.namespaces.length > 0 ? term.namespaces.join(', ') : `namespaces of its selector`;
  const where = term.namespaces.length === 1 ? `namespace ${asked}` : asked;
  const ofPod = term.namespaces.length === 1 && asked === namespace ? ", the pod's own" : '';
  const sentence =
    `the affinity over ${term.topologyKey} looks in ${where}${ofPod}, where no pod matches; ` +
    `in ${near} ${counted(count, 'pod')} ${count === 1 ? 'does' : 'do'}`;
  return [{ kind: 'namespace', asked, nearest: near, count, sentence }];
}
