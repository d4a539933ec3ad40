import { createHash } from 'node:crypto';
import type { Transaction } from '#database';
import type { KubernetesObject } from '#kubernetes';
import { allControllers, LivingCluster, taintNewNode, type ControllerEntry } from '#living';
import { defaultProfile } from '#scheduler';
import { changedObject, objectsAt, streamChanges, type PastObject } from '#state';
import type { ClusterClock } from './clock.store.js';

/** A cluster as its controllers know it, with what has been written since, and where its objects were created. */
export interface LivingState {
  readonly living: LivingCluster;
  readonly createdPositions: ReadonlyMap<string, bigint>;
}

/** Brings a living cluster to the end of its log: what others wrote has happened at the present time of its clock. */
export async function livingState(tx: Transaction, clock: ClusterClock, head: bigint): Promise<LivingState> {
  const { clusterId, position, kept, now, seed } = clock;
  const known = new Map<string, PastObject>();
  if (position > 0n) for await (const past of objectsAt(tx, clusterId, position)) known.set(keyOf(past), past);
  const createdPositions = new Map([...known.values()].map((past) => [past.uid, past.createdPosition]));
  const objects = [...known.values()].sort((a, b) => (a.createdPosition < b.createdPosition ? -1 : 1)).map(objectOf);
  const living = new LivingCluster({
    ...{ objects, now: now.getTime(), seed, controllers: controllersOf(seed), position: Number(position) },
    ...(kept !== null && { kept }),
  });
  for await (const batch of streamChanges(tx, clusterId, { after: position, upTo: head })) {
    for (const change of batch) {
      const [at, op, kind, namespace, name] = change;
      if (op === 'note') continue;
      const key = keyOf({ kind, namespace, name });
      const before = known.get(key);
      const after = changedObject(before, change);
      if (after !== undefined) {
        known.set(key, after);
        createdPositions.set(after.uid, after.createdPosition);
        const object = before === undefined && kind === 'Node' ? taintNewNode(objectOf(after)) : objectOf(after);
        living.apply([{ op: 'put', object }], `position ${at}`);
      } else if (before !== undefined) {
        known.delete(key);
        living.apply([{ op: 'delete', object: objectOf(before) }], `position ${at}`);
      }
    }
  }
  return { living, createdPositions };
}

function objectOf(past: PastObject): KubernetesObject {
  const { object, resourceVersion } = past.stored();
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(resourceVersion) } };
}

function keyOf({ kind, namespace, name }: Pick<PastObject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`;
}

/** Pods of other schedulers are left alone. */
function controllersOf(seed: string): readonly ControllerEntry[] {
  const profile = defaultProfile();
  return allControllers({
    profileOf: (schedulerName) => (schedulerName === profile.schedulerName ? profile : undefined),
    seed: createHash('sha256').update(seed).digest().readBigUInt64BE(),
  });
}
