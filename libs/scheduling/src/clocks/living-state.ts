import { createHash } from 'node:crypto';
import type { Transaction } from '#database';
import type { KubernetesObject } from '#kubernetes';
import {
  allControllers,
  LivingCluster,
  taintNewNode,
  type ControllerEntry,
  type GivenChange,
  type KubeletModel,
} from '#living';
import { defaultProfile } from '#scheduler';
import { changedObject, objectsAt, PastObject, streamChanges } from '#state';
import type { ClusterClock } from './clock.store.js';

/** A cluster as its controllers know it, with what has been written since, and where its objects were created. */
export interface LivingState {
  readonly living: LivingCluster;
  /** By uid. */
  readonly createdPositions: Map<string, bigint>;
}

/** A cluster as its controllers knew it when its clock was written last. */
export async function recalled(tx: Transaction, clock: ClusterClock): Promise<LivingState> {
  const { clusterId, position, kept, now, seed, kubelet } = clock;
  const known: PastObject[] = [];
  if (position > 0n) for await (const past of objectsAt(tx, clusterId, position)) known.push(past);
  known.sort((a, b) => (a.createdPosition < b.createdPosition ? -1 : 1));
  const living = new LivingCluster({
    ...{ objects: known.map(objectOf), now: now.getTime(), seed, controllers: controllersOf(seed, kubelet) },
    position: Number(position),
    ...(kept !== null && { kept }),
  });
  return { living, createdPositions: new Map(known.map((past) => [past.uid, past.createdPosition])) };
}

/** Brings it to the end of its log: what others wrote has happened at `present`, the time of the cluster. */
export async function caughtUp(
  tx: Transaction,
  { living, createdPositions }: LivingState,
  {
    clusterId,
    after,
    upTo,
    present,
  }: { readonly clusterId: string; readonly after: bigint; readonly upTo: bigint; readonly present: Date },
): Promise<void> {
  if (after < upTo) living.passTo(present.getTime());
  for await (const batch of streamChanges(tx, clusterId, { after, upTo })) {
    for (const change of batch) {
      const [at, op, kind, namespace, name] = change;
      if (op === 'note') continue;
      const before = pastOf({ living, createdPositions }, { kind, namespace, name });
      const after = changedObject(before, change);
      if (after !== undefined) createdPositions.set(after.uid, after.createdPosition);
      else if (before !== undefined) createdPositions.delete(before.uid);
      const given = givenOf(before, after);
      if (given !== undefined) living.apply([given], `position ${at}`);
    }
  }
}

function givenOf(before: PastObject | undefined, after: PastObject | undefined): GivenChange | undefined {
  if (after === undefined) return before && { op: 'delete', object: objectOf(before) };
  const object = objectOf(after);
  return { op: 'put', object: before === undefined && after.kind === 'Node' ? taintNewNode(object) : object };
}

function pastOf(
  { living, createdPositions }: LivingState,
  { kind, namespace, name }: Readonly<Record<'kind' | 'namespace' | 'name', string>>,
): PastObject | undefined {
  const stored = living.state.get(kind, namespace, name);
  if (stored === undefined) return undefined;
  const { resourceVersion = '0', ...metadata } = stored.metadata;
  const uid = metadata.uid ?? '';
  const version = {
    resourceVersion: BigInt(resourceVersion),
    createdPosition: createdPositions.get(uid) ?? BigInt(resourceVersion),
  };
  const text = JSON.stringify({ ...stored, metadata });
  return new PastObject({ kind, namespace, name, uid }, version, { text, patches: [] });
}

function objectOf(past: PastObject): KubernetesObject {
  const { object, resourceVersion } = past.stored();
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(resourceVersion) } };
}

/** Pods of other schedulers are left alone. */
function controllersOf(seed: string, kubelet: KubeletModel | null): readonly ControllerEntry[] {
  const profile = defaultProfile();
  const scheduling = {
    profileOf: (schedulerName: string) => (schedulerName === profile.schedulerName ? profile : undefined),
    seed: createHash('sha256').update(seed).digest().readBigUInt64BE(),
  };
  return allControllers(scheduling, kubelet);
}
