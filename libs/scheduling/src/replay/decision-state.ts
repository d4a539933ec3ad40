import type { Decision } from '#audit';
import { ok, read, refuse, type Outcome } from '#requests';
import { TimeSlice, type Caller, type Database } from '#database';
import { type PastClusters, ReplayedCluster } from '#state';
import { compareQueued, decideAsking, podUid, type Attempt, type Pod, type Profile, type Snapshot } from '#scheduler';
import { attemptEffects, type Run } from '../runs/index.js';
import { NearbyChanges } from '../observations/index.js';
import { presentEngine, RecordedProfiles } from './recorded-profiles.js';
import { readPart, recordedAnswers, type PartRecord } from './recorded-decisions.js';
import { selectDecision } from './replay.service.js';
import type { RecordedPart } from './replay.store.js';

/** What a decision was made on. */
export interface DecisionState {
  /** The caller's own. */
  readonly snapshot: Snapshot;
  readonly pod: Pod;
  readonly profile: Profile;
}

/** What a decision was made on, and how it came out. */
export interface DecisionMoment extends DecisionState {
  readonly decision: Pick<Decision, 'node'>;
  readonly tieBreak: Run['tieBreak'];
}

/** Where a decision is looked for. */
export interface DecisionPlace {
  readonly database: Database;
  readonly clusters: PastClusters;
  readonly clusterId: string;
  readonly decision: string;
}

/** The cluster as it was when one decision of a part was due: the ones before it are made again. */
export async function decisionState(
  caller: Caller,
  { database, clusters, clusterId, decision }: DecisionPlace,
): Promise<Outcome<DecisionMoment>> {
  const engine = presentEngine();
  const source = {
    clusterId,
    clusters,
    engine,
    cluster: new ReplayedCluster(clusterId, clusters),
    changes: new NearbyChanges(clusterId),
    profiles: new RecordedProfiles(clusterId, engine),
  };
  const found = await read(database.slow, caller, async (tx) => {
    const selected = await selectDecision(tx, clusterId, decision);
    if (selected.refused) return selected;
    const { only } = selected.value;
    const [part] = await selected.value.parts(tx, undefined);
    if (part === undefined || only === undefined) return refuse({ kind: 'DecisionNotFound', decision });
    const record = await readPart(tx, source, { part, upTo: only });
    return 'reason' in record
      ? refuse({ kind: 'RunNotReplayable', run: part.run, reason: record.reason })
      : ok({ part, record });
  });
  if (found.refused) return found;
  const { part, record } = found.value;
  const asked = record.decisions.find((stored) => stored.decision.id === decision)?.decision;
  const attempt = asked === undefined ? undefined : await attemptAt(record, part, asked);
  const reason = 'the decision was made before any node was looked at';
  return attempt === undefined ? refuse({ kind: 'RunNotReplayable', run: part.run, reason }) : ok(attempt);
}

/** Undefined where the pod was not tried. */
async function attemptAt(record: PartRecord, part: RecordedPart, asked: Decision): Promise<DecisionMoment | undefined> {
  const { state, run, profileOf } = record;
  const slice = new TimeSlice();
  for await (const attempt of attemptsOf(record, part)) {
    const { pod } = attempt;
    if (podUid(pod) === asked.pod.uid && attempt.number === asked.attempt)
      return {
        snapshot: state.snapshot.fork(),
        pod,
        profile: profileOf(pod).profile,
        decision: asked,
        tieBreak: run.tieBreak,
      };
    for (const effect of attemptEffects(attempt, { snapshot: state.snapshot, preemption: run.preemption })) {
      if (effect.op === 'bind') state.budgets.podBound(effect.pod);
      if (effect.op === 'evict') state.budgets.podGone(effect.pod);
    }
    await slice.yieldWhenOver();
  }
  return undefined;
}

/** The attempts of a part, as `decidePods` yields them: what was asked of the outside is answered as it was then. */
async function* attemptsOf(
  { state, run, pods, profileOf, decisions }: PartRecord,
  part: RecordedPart,
): AsyncGenerator<Attempt> {
  const queue = pods
    .map(({ object, createdPosition }) => ({ pod: object, position: createdPosition }))
    .sort(compareQueued)
    .map(({ pod }) => pod);
  const ask = recordedAnswers(decisions);
  const steps = decideAsking({
    snapshot: state.snapshot,
    executor: state.executor,
    pods: queue,
    profileOf: (pod) => profileOf(pod).profile,
    tieBreak: run.tieBreak === 'first' ? { rule: 'first' } : { rule: 'seeded', seed: BigInt(run.seed) },
    preemption: run.preemption,
    now: (part.decidedAt ?? part.at).toISOString(),
    firstOrdinal: part.firstOrdinal,
  });
  let step = steps.next();
  while (step.done !== true) {
    const made = step.value;
    if ('questions' in made) step = steps.next(await ask(made));
    else {
      yield made;
      step = steps.next();
    }
  }
}
