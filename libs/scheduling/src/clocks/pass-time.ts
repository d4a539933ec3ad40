import { createHash } from 'node:crypto';
import { traceBudgetOf, type ClusterWrite } from '#cluster';
import type { Database } from '#database';
import { passingBytes } from '#ledger';
import type { KubernetesObject } from '#kubernetes';
import { EVENT_CAUSE, SCHEDULER, type Change } from '#living';
import type { RunRows } from '#writes';
import { builtInProfile, knownProfiles } from '../profiles/index.js';
import { AttemptRecorder } from './attempt-recorder.js';
import type { Way } from './clock-move.js';
import type { ClusterClock } from './clock.store.js';
import { ChangeDrafter } from './draft-changes.js';
import { digestWith, livingRunRows } from './living-run.js';
import { schedulingSeed, servingProfile, type LivingState } from './living-state.js';

/** A revision has no more moments once it has so many changes, or was worked on for so long. */
const SLICE_CHANGES = 5_000;
const SLICE_MS = 1_000;
/** The thread is left to others after so many moments. */
const MOMENTS_AT_ONCE = 50;

/** What time passes with. */
interface Passing {
  readonly clock: ClusterClock;
  readonly way: Way;
  readonly database: Database;
}

/** What came of it, beside the draft: a run, where pods were tried. */
interface Passed {
  readonly digest: Uint8Array;
  readonly isDone: boolean;
  readonly run?: RunRows;
}

/** Lets time pass until the end, or until it is much, and drafts what happens. */
export async function passTime(
  { tx, draft, cluster }: ClusterWrite,
  state: LivingState,
  { clock, way, database }: Passing,
): Promise<Passed> {
  const { head } = draft;
  const { living, scheduling } = state;
  scheduling.profiles = await knownProfiles(tx, head.clusterId);
  const [runId, seed] = [await database.newId(tx.at), schedulingSeed(clock.seed)];
  const recorder = new AttemptRecorder({
    ...{ runId, seed, budget: traceBudgetOf(cluster) },
    profileOf: (name) => servingProfile(scheduling, name),
    position: () => living.position,
  });
  scheduling.attempted = (made) => {
    recorder.add(made);
  };
  const drafter = new ChangeDrafter(draft, state.createdPositions);
  const passed = await live({ moments: way.moments(living), digest: clock.digest }, { drafter, recorder });
  drafter.endAt(living.now);
  const attempts = await recorder.finish();
  if (attempts.decisions.length === 0) return passed;
  const main = scheduling.profiles.get(SCHEDULER) ?? builtInProfile();
  const positionOf = (counted: number): bigint => drafter.positionOf(counted);
  return { ...passed, run: await livingRunRows(tx, { runId, head, main, seed, attempts, positionOf }) };
}

/** Drafts what happens, moment by moment. Answers the digest over it. */
async function live(
  { moments, digest: before }: { readonly moments: ReturnType<Way['moments']>; readonly digest: Uint8Array },
  { drafter, recorder }: { readonly drafter: ChangeDrafter; readonly recorder: AttemptRecorder },
): Promise<Passed> {
  const endsAt = performance.now() + SLICE_MS;
  let [digest, made, seen, decided] = [before, 0, 0, 0];
  for (const { changes } of moments) {
    for (const change of changes) {
      drafter.add(change);
      digest = createHash('sha256').update(digest).update(bytesOf(change)).digest();
    }
    recorder.endMoment();
    digest = digestWith(digest, recorder.decisions.slice(decided));
    decided = recorder.decisions.length;
    made += changes.length;
    if (made >= SLICE_CHANGES || performance.now() >= endsAt) return { digest, isDone: false };
    if (++seen % MOMENTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { digest, isDone: true };
}

/**
 * Without positions, which other writers share, and which a fork has others of; in the form that an object has, no
 * matter where it was read.
 */
function bytesOf({ op, at, by, object }: Change): Uint8Array {
  const { resourceVersion: _, ...metadata } = object.metadata;
  const whole = { ...object, metadata };
  return passingBytes([op, at, by, object.kind === 'Event' ? withoutReferences(whole) : whole]);
}

/** Events say with positions which version of an object they are about, and what they follow from. */
function withoutReferences(event: KubernetesObject): object {
  const { [EVENT_CAUSE]: _, ...annotations } = event.metadata.annotations ?? {};
  const { resourceVersion: __, ...involvedObject } = (event['involvedObject'] ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return { ...event, metadata: { ...event.metadata, annotations }, involvedObject };
}
