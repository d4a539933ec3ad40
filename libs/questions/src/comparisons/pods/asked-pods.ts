import { listDecisions } from '#audit';
import { ok, refuse, type Outcome } from '#requests';
import type { StoredObject } from '#rows';
import { TimeSlice, type Transaction } from '#database';
import type { PastObject, PastState } from '#state';
import { compileRequirements } from '#apimachinery';
import { compareQueued, type Pod } from '#scheduler';
import { skipOf, type PodRequest, type Run } from '#scheduling';
import { PodsAnew } from './pods-anew.js';

/** So many decisions of a run are read at a time. */
const PAGE = 5_000;

/** The pods of a request that can be placed, in queue order, as pods that are to be placed anew. */
export async function askedPods(past: PastState, request: PodRequest): Promise<Outcome<readonly Pod[]>> {
  if ('names' in request) {
    const pods = request.names.map((name) => podNamed(past, name));
    const missing = request.names.flatMap((name, index) => (pods[index] === undefined ? [{ index, name }] : []));
    if (missing.length > 0) return refuse({ kind: 'PodsNotFound', pods: missing });
    return ok(queueOf(pods.flatMap((pod) => pod?.stored() ?? [])));
  }
  const { namespace, labels } = request;
  const matches = compileRequirements(labels?.requirements ?? []);
  const found: StoredObject[] = [];
  const slice = new TimeSlice();
  for (const pod of past.ofKind('Pod')) {
    await slice.yieldWhenOver();
    if (namespace !== undefined && pod.namespace !== namespace) continue;
    if (pod.placement.node !== null || pod.placement.finished) continue;
    const stored = pod.stored();
    if (matches(stored.object.metadata.labels ?? {})) found.push(stored);
  }
  return ok(queueOf(found));
}

/** Those that a run tried, in its order, as they were when it began. */
export async function podsOfRun(
  tx: Transaction,
  past: PastState,
  { id, cluster, dryRun }: Run,
): Promise<readonly Pod[]> {
  const pods: Pod[] = [];
  const anew = new PodsAnew();
  const kind = dryRun ? 'dryRun' : 'log';
  for (let last = -1; ;) {
    const after = { run: id, ordinal: last };
    const page = await listDecisions(tx, { clusterId: cluster, kind, filter: { run: id }, after, limit: PAGE });
    for (const { decision } of page) {
      const { namespace, name, uid } = decision.pod;
      const pod = past.get('Pod', namespace, name);
      const isTried = decision.attempt === 1 && decision.outcome !== 'skipped';
      if (isTried && pod?.uid === uid) pods.push(anew.of(pod.stored().object));
    }
    last = page.at(-1)?.decision.ordinal ?? last;
    if (page.length < PAGE) return pods;
  }
}

function podNamed(past: PastState, key: string): PastObject | undefined {
  const [namespace = '', name = ''] = key.split('/');
  return past.get('Pod', namespace, name);
}

/** Without those that have ended or are about to. */
function queueOf(pods: readonly StoredObject[]): readonly Pod[] {
  const anew = new PodsAnew();
  return pods
    .map((stored) => ({ ...stored, object: anew.of(stored.object) }))
    .filter((stored) => skipOf(stored, () => true) === undefined)
    .map(({ object, createdPosition }) => ({ pod: object, position: createdPosition }))
    .sort(compareQueued)
    .map(({ pod }) => pod);
}
