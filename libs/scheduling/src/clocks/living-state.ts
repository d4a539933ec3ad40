import { createHash } from 'node:crypto';
import type { Transaction } from '#database';
import type { KubernetesObject } from '#kubernetes';
import { allControllers, LivingCluster, type GivenChange, type MadeAttempt } from '#living';
import { changedObject, objectsAt, PastObject, streamChanges } from '#state';
import { knownProfiles, type ResolvedProfile } from '../profiles/index.js';
import type { ClusterClock } from './clock.store.js';
import { NOT_STORED, readKept, type StoredKept } from './kept.store.js';

/** A cluster as its controllers know it, with what has been written since, and where its objects were created. */
export interface LivingState {
  readonly living: LivingCluster;
  /** By uid. */
  readonly createdPositions: Map<string, bigint>;
  readonly scheduling: LivingScheduling;
  /** What is stored of what it keeps. */
  stored: StoredKept;
}

type Lived = Pick<LivingState, 'living' | 'createdPositions'>;

/** What the scheduler of a cluster in memory decides with, and who is given its attempts: others with each revision. */
export interface LivingScheduling {
  profiles: ReadonlyMap<string, ResolvedProfile>;
  attempted: (made: MadeAttempt) => void;
}

/** A cluster as its controllers knew it when its clock was written last. */
export async function recalled(tx: Transaction, clock: ClusterClock): Promise<LivingState> {
  const { clusterId, position, now, seed, kubelet } = clock;
  const kept = await readKept(tx, clock);
  const known: PastObject[] = [];
  if (position > 0n) for await (const past of objectsAt(tx, clusterId, position)) known.push(past);
  known.sort((a, b) => (a.createdPosition < b.createdPosition ? -1 : 1));
  const scheduling: LivingScheduling = { profiles: await knownProfiles(tx, clusterId), attempted: () => undefined };
  const controllers = allControllers(
    {
      profileOf: (schedulerName) => servingProfile(scheduling, schedulerName)?.profile,
      seed: schedulingSeed(seed),
      attempted: (made) => {
        scheduling.attempted(made);
      },
    },
    kubelet,
  );
  const living = new LivingCluster({
    ...{ objects: known.map(objectOf), now: now.getTime(), seed, controllers },
    position: Number(position),
    ...(kept !== null && { kept }),
  });
  const createdPositions = new Map(known.map((past) => [past.uid, past.createdPosition]));
  return { living, createdPositions, scheduling, stored: NOT_STORED };
}

/** Extenders are not asked while time passes: pods of their profiles are left alone, as those that none serves. */
export function servingProfile({ profiles }: LivingScheduling, schedulerName: string): ResolvedProfile | undefined {
  const found = profiles.get(schedulerName);
  return found === undefined || found.profile.extenders.length > 0 ? undefined : found;
}

/** Ties are broken by the seed of the cluster. */
export function schedulingSeed(seed: string): bigint {
  return createHash('sha256').update(seed).digest().readBigUInt64BE();
}

/** Brings it to the end of its log: what others wrote has happened at `present`, the time of the cluster. */
export async function caughtUp(
  tx: Transaction,
  { living, createdPositions }: Lived,
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
      if (given !== undefined) living.apply([given], `position ${at}`, Number(at));
    }
  }
  // What is about the log and no object has a position as well.
  living.apply([], 'log', Number(upTo) + 1);
}

function givenOf(before: PastObject | undefined, after: PastObject | undefined): GivenChange | undefined {
  if (after === undefined) return before && { op: 'delete', object: objectOf(before) };
  return { op: 'put', object: objectOf(after) };
}

function pastOf(
  { living, createdPositions }: Lived,
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
