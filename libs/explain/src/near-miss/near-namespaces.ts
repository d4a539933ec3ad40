import type { LabelSelector } from '#apimachinery';
import { interPodAffinity, type IncomingPod, type OwnTerm, type PodTerm, type ReadableSnapshot } from '#scheduler';
import { labelInWords, nearLabel } from '../labels/index.js';
import { counted, has, type NearMiss } from './near-miss.js';

/**
 * Terms of required affinity that select no pod where they look, and select one in another namespace. `mayName` says
 * of which namespaces the reader may know.
 */
export function nearNamespaces(
  { pod, terms, namespace }: IncomingPod,
  snapshot: ReadableSnapshot,
  mayName: (namespace: string) => boolean,
): readonly NearMiss[] {
  const { namespaces } = snapshot.objects;
  const written = pod.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return interPodAffinity.ownTerms(terms.requiredAffinity, namespaces).flatMap((own, at): readonly NearMiss[] => {
    const term = terms.requiredAffinity[at];
    const { labelSelector } = written[at] ?? {};
    return term === undefined ? [] : nearTerm({ own, term, namespace, labelSelector }, snapshot, mayName);
  });
}

interface Term {
  readonly own: OwnTerm;
  readonly term: PodTerm;
  /** Of the pod. */
  readonly namespace: string;
  readonly labelSelector: LabelSelector | null | undefined;
}

function nearTerm(
  { own, term, namespace, labelSelector }: Term,
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
  if (most === undefined) return nearSelected({ term, labelSelector }, snapshot);
  const [near, count] = most;
  const asked = term.namespaces.length > 0 ? term.namespaces.join(', ') : `namespaces of its selector`;
  const where = term.namespaces.length === 1 ? `namespace ${asked}` : asked;
  const ofPod = term.namespaces.length === 1 && asked === namespace ? ", the pod's own" : '';
  const sentence =
    `the affinity over ${term.topologyKey} looks in ${where}${ofPod}, where no pod matches; ` +
    `in ${near} ${counted(count, 'pod')} ${count === 1 ? 'does' : 'do'}`;
  return [{ kind: 'namespace', asked, nearest: near, count, sentence }];
}

/** Labels that a term selects by and no pod has in the namespaces that it names, and a pod nearly has. */
function nearSelected(
  { term, labelSelector }: Pick<Term, 'term' | 'labelSelector'>,
  snapshot: ReadableSnapshot,
): readonly NearMiss[] {
  const pods = snapshot.nodes.flatMap(({ name }, row) =>
    snapshot
      .pods(row)
      .flatMap((pod) => (term.namespaces.includes(pod.namespace) ? [{ name, labels: pod.labels }] : [])),
  );
  return Object.entries(labelSelector?.matchLabels ?? {}).flatMap(([key, value]): NearMiss[] => {
    const near = nearLabel({ key, values: [value] }, pods);
    if (near === undefined) return [];
    const [asked, there] = [labelInWords(near.asked), labelInWords(near.nearest)];
    const { count } = near;
    const where = `in namespace ${term.namespaces.join(', ')}`;
    const sentence = `no pod ${where} has ${asked}, ${count} ${has(count)} ${there}`;
    return [{ kind: 'label', asked, nearest: there, count, sentence }];
  });
}
