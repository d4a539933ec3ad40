import { lastDecisions } from '#audit';
import { TimeSlice, type Transaction } from '#database';
import type { Pod } from '#scheduler';
import { PastClusters, ReplayedCluster, type ReplayedState } from '#state';
import type { ResolvedProfile } from '../profiles/index.js';
import { blankDecision, decidePart, notCompared, type PlannedDecision, type SeenDecision } from '../runs/index.js';
import { assumeBindings, laterBindings } from './assume-bindings.js';
import { assumeAwaiting, podsAwaitingVolumes, type Awaiting } from './awaiting-volumes.js';
import { ChosenNodes } from './chosen-nodes.js';
import { assumeNominations, laterNominations } from './later-nominations.js';
import { NearbyChanges } from './nearby-changes.js';
import { EvictionJudge, isByScheduler } from './judge-eviction.js';
import {
  ARCHIVED,
  LISTED,
  type Decided,
  type JudgeOptions,
  type PartOptions,
  type Reach,
  type SeenPod,
} from './judging.js';
import type { StoredObservation } from './observation.queries.js';
import type { JudgedDecision } from './observation-run.js';
import { plausibleStates } from './plausible-states.js';
import { failedPods, isReported, reportedFailure } from './reported-failures.js';
import { takeSeenBudgets } from './seen-budgets.js';
import { seenDecision } from './seen-decision.js';
import { seenEvictions } from './seen-evictions.js';

/** What judging came to. */
export interface JudgedSome {
  readonly judged: readonly JudgedDecision[];
  /** So many of the observations; the others wait for what follows them to be seen. */
  readonly taken: number;
  /** So long what is seen may still show that the next one agrees. */
  readonly openMs?: number;
}

/** A list that takes longer is not waited for. */
const LONGEST_LIST_MS = 600_000;
/** So many bindings that are seen after another one may be known to it, at most. */
const MOST_LATER = 4;
/** So many changes back a pod may have begun to wait for its volumes. */
const LONGEST_WAIT = 2_000n;
/** So many versions of its claims and volumes may lie between. */
const MOST_STEPS = 8;

/**
 * A cluster in memory, as it is just before one decision after the other, and now and then somewhat earlier, for what
 * its scheduler may not have seen.
 */
export class Judge {
  readonly #cluster: ReplayedCluster;
  readonly #changes: NearbyChanges;
  readonly #evictions: EvictionJudge;

  constructor(clusterId: string, clusters: PastClusters) {
    this.#cluster = new ReplayedCluster(clusterId, clusters);
    this.#changes = new NearbyChanges(clusterId);
    this.#evictions = new EvictionJudge({
      ...{ cluster: this.#cluster, changes: this.#changes },
      decide: (tx, seen, options) => this.#decide(tx, seen, options),
    });
  }

  /** Decisions beside what was seen, in the order of the log; what was seen twice is left out. */
  async judge(
    tx: Transaction,
    observations: readonly StoredObservation[],
    options: JudgeOptions & Reach,
  ): Promise<JudgedSome> {
    const slice = new TimeSlice();
    const known = await lastDecisions(tx, { clusterId: options.clusterId }, failedPods(observations));
    const reported = new Map([...known].flatMap(([uid, decision]) => reportedFailure(decision, uid)));
    const judged: JudgedDecision[] = [];
    let chunks = 0;
    for (const [index, observation] of observations.entries()) {
      const shown = seenDecision(observation);
      if (waitsForList(observation, options)) return { judged, taken: index };
      if (observation.kind === 'failed') {
        if (isReported(reported.get(observation.pod.uid), shown)) continue;
        reported.set(observation.pod.uid, shown);
      }
      const isPreemption = shown.nominatedNode !== null || isByScheduler(observation);
      const evictsMs = isPreemption ? openFor(observation, options) : 0;
      if (evictsMs > 0) return { judged, taken: index, openMs: evictsMs };
      const seen = await this.#withEvictions(tx, { observation, seen: shown }, options);
      const place = { ordinal: judged.length, firstChunk: chunks };
      const { keep, ...one } =
        observation.kind === 'evicted'
          ? await this.#evictions.decide(tx, { observation, seen }, { ...options, ...place })
          : await this.#decide(tx, { observation, seen }, { ...options, ...place });
      const openMs = one.decision.observed?.agreement === 'differs' ? openFor(observation, options) : 0;
      if (openMs > 0) return { judged, taken: index, openMs };
      keep();
      chunks += one.chunks.length;
      judged.push({ ...one, at: observation.at });
      await slice.yieldWhenOver();
    }
    return { judged, taken: observations.length };
  }

  /** What a nomination comes with; of one that a list shows that is not known. */
  async #withEvictions(
    tx: Transaction,
    { observation, seen }: SeenPod,
    { settings, head }: JudgeOptions & Reach,
  ): Promise<SeenDecision> {
    const { by, nominatedNode: node } = seen;
    const { kind, position, at, listed } = observation;
    if (node === null || kind !== 'failed' || listed) return seen;
    const { uid } = observation.pod;
    const nomination = { changes: this.#changes, position, uid, at, by, node, windowMs: settings.windowMs, head };
    return { ...seen, ...(await seenEvictions(tx, nomination)) };
  }

  async #decide(tx: Transaction, seen: SeenPod, options: PartOptions): Promise<Decided> {
    const { observation } = seen;
    const { position } = observation;
    const undecided = (reason: string): Decided => ({
      decision: {
        ...blankDecision({ metadata: observation.pod }, { runId: options.runId, ordinal: options.ordinal, seed: 0n }),
        outcome: observation.kind === 'bound' ? 'observed' : 'pending',
        node: seen.seen.node,
        nominatedNode: seen.seen.nominatedNode,
        victims: seen.seen.victims ?? [],
        message: seen.seen.message,
        observed: notCompared(seen.seen, reason),
      },
      ...{ basePosition: position - 1n, chunks: [], bases: [], nodeSet: undefined, keep: () => undefined },
    });
    if (observation.shownBy === null || position - 1n < options.keptAfter) return undecided(ARCHIVED);
    if (observation.listed && observation.kind === 'bound') return undecided(LISTED);
    const { by } = seen.seen;
    const profile = options.profiles.get(by);
    if (profile === undefined) return undecided(`no profile of the cluster serves ${by}`);
    if (profile.profile.extenders.length > 0)
      return undecided(`the profile of ${by} has extenders, which are not asked`);
    const part = { ...options, profile };
    // Within a list the state is not whole: what is in the way of a pod that waits is what is in its way now.
    const base = isListedFailure(observation) ? options.head : position - 1n;
    const first = await decideOn(await this.#at(tx, base, observation.at), seen, part);
    if (first === undefined) return undecided('the pod was not waiting any more when this was seen');
    if (isListedFailure(observation)) return asUnknown(first, LISTED);
    if (failedToBind(seen.seen)) return asUnknown(first, FAILED_TO_BIND);
    return agrees(first.decision) ? first : this.#decideElsewhere(tx, seen, { ...part, first });
  }

  /** What the scheduler may have had at a position. */
  async #at(tx: Transaction, position: bigint, at: Date): Promise<ReplayedState> {
    const replayed = await this.#cluster.at(tx, position, at);
    takeSeenBudgets(replayed);
    return replayed;
  }

  /** On states that the scheduler may have had, until one agrees. */
  async #decideElsewhere(
    tx: Transaction,
    seen: SeenPod,
    { first, ...part }: ProfiledPart & { readonly first: Decided },
  ): Promise<Decided> {
    const { position, at } = seen.observation;
    const changes = await this.#changes.before(tx, position);
    const asked = { by: seen.seen.by, at, windowMs: part.settings.windowMs };
    const { positions, areMore } = plausibleStates(changes, asked);
    const before = position - 1n;
    const earlier = seen.observation.kind === 'failed' ? [0, Infinity] : [0];
    const states = [
      ...laterOf(seen.observation).map((more) => ({ base: before, more })),
      ...(await this.#renominated(tx, seen, part)),
      ...(await this.#beforeChoice(tx, seen, part)),
      ...positions.filter((base) => base > part.keptAfter).flatMap((base) => earlier.map((more) => ({ base, more }))),
    ];
    for (const one of await this.#withAwaiting(tx, seen, { before, states })) {
      const decided = await this.#decideAt(tx, seen, { ...one, part });
      if (decided !== undefined) return decided;
    }
    return areMore ? notAllLookedAt(first, positions.length) : first;
  }

  /** The state just before with the first nominations that the scheduler makes and drops and that are seen later. */
  async #renominated(
    tx: Transaction,
    { observation, seen }: SeenPod,
    part: PartOptions,
  ): Promise<readonly PossibleState[]> {
    const base = observation.position - 1n;
    const state = await this.#cluster.at(tx, base, observation.at);
    const later = await laterNominations(tx, state, this.#knownTo({ observation, seen }, part));
    const counts = Array.from({ length: Math.min(later.length, MOST_LATER) }, (_, index) => index + 1);
    if (later.length > MOST_LATER) counts.push(later.length);
    return counts.map((nominations) => ({ base, more: 0, nominations }));
  }

  /** What may be known to a scheduler and is seen later. */
  #knownTo({ observation: { at, pod }, seen: { by, position } }: SeenPod, { settings, head }: PartOptions): KnownLater {
    const until = new Date(at.getTime() + settings.windowMs);
    return { by, position, uid: pod.uid, until, changes: this.#changes, head };
  }

  /**
   * Where the pod itself waited for its volumes, the state before its node was chosen, with none of the bindings that
   * are seen after that, or the first ones.
   */
  async #beforeChoice(
    tx: Transaction,
    { observation: { kind, position, at, pod } }: SeenPod,
    { keptAfter }: Reach,
  ): Promise<readonly PossibleState[]> {
    let base = position - 1n;
    const oldest = position - LONGEST_WAIT > keptAfter ? position - LONGEST_WAIT : keptAfter;
    for (let step = 0; kind === 'bound' && step < MOST_STEPS; step += 1) {
      const replayed = await this.#cluster.at(tx, base, at);
      const waiting = replayed.past.get('Pod', pod.namespace, pod.name);
      if (waiting === undefined) return [];
      const choices = new ChosenNodes(replayed).ofPod(waiting.stored().object);
      const latest = choices.reduce((last, one) => (one.position > last ? one.position : last), 0n);
      if (latest <= oldest) break;
      base = latest - 1n;
    }
    if (base === position - 1n) return [];
    return Array.from({ length: MOST_LATER }, (_, some) => ({ base, more: some, isEarly: true }));
  }

  /** Where pods wait for their volumes, each state is tried with them first; at last with those that may wait. */
  async #withAwaiting(
    tx: Transaction,
    { observation: { at, pod }, seen: { by } }: SeenPod,
    { before, states }: { readonly before: bigint; readonly states: readonly PossibleState[] },
  ): Promise<readonly PossibleState[]> {
    const state = await this.#cluster.at(tx, before, at);
    const count = (awaiting: Awaiting): number => podsAwaitingVolumes(state, { by, uid: pod.uid, awaiting }).length;
    const withThem = (awaiting: Awaiting): readonly PossibleState[] =>
      [{ base: before, more: 0 }, ...states].map((one) => ({ ...one, awaiting }));
    const [shown, possible] = [count('shown'), count('possible')];
    return [...(shown > 0 ? withThem('shown') : []), ...states, ...(possible > shown ? withThem('possible') : [])];
  }

  /**
   * On the state of a position with what the scheduler bound since, and with some bindings that are seen after the
   * decision.
   */
  async #decideAt(
    tx: Transaction,
    { observation, seen }: SeenPod,
    { part, base, more, nominations = 0, awaiting, isEarly = false }: PossibleState & { readonly part: ProfiledPart },
  ): Promise<Decided | undefined> {
    const { position, at, pod } = observation;
    const state = await this.#at(tx, base, at);
    const known = this.#knownTo({ observation, seen }, part);
    const { pods, before } = await laterBindings(tx, state, { ...known, later: more });
    const least = isEarly ? 0 : before;
    const assumed = Math.min(pods.length, least + more);
    // As without the later ones, which was tried.
    if (more > 0 && (pods.length === least || (more < Infinity && pods.length < least + more))) return undefined;
    const bound = pods.slice(0, assumed);
    assumeBindings(state, bound, seen.at);
    const renominated = nominations === 0 ? [] : await laterNominations(tx, state, known);
    assumeNominations(state, renominated.slice(0, nominations), seen.at);
    const waiting = { by: seen.by, uid: pod.uid, bound, at: seen.at };
    const awaitingVolumes = awaiting === undefined ? 0 : assumeAwaiting(state, { ...waiting, awaiting });
    if (awaiting !== undefined && awaitingVolumes === 0) return undefined;
    const changesBefore = Number(position - 1n - base);
    const asSeen = { ...seen, changesBefore, assumed, assumedNominations: nominations, awaitingVolumes };
    const decided = await decideOn(state, { observation, seen: asSeen }, part);
    return decided !== undefined && agrees(decided.decision) ? decided : undefined;
  }
}

/**
 * How many bindings that are seen later are added to the state just before: all to one in which no node is found, for
 * there is less room with each.
 */
function laterOf({ kind }: StoredObservation): readonly number[] {
  return kind === 'failed' ? [Infinity] : Array.from({ length: MOST_LATER }, (_, index) => index + 1);
}

/** A decision, and until when what it knew is seen. */
type KnownLater = Omit<Parameters<typeof laterNominations>[2], 'until'> & { readonly until: Date };

/** A state that a scheduler may have decided on. */
interface PossibleState {
  readonly base: bigint;
  /** So many of its bindings that are seen after the decision are added. */
  readonly more: number;
  /** So many of its nominations that are seen after that are made or dropped; of the state just before alone. */
  readonly nominations?: number;
  /** The decision was made there: of the bindings that are seen since, `more` are added and no others. */
  readonly isEarly?: boolean;
  /** Which of its pods that wait for their volumes are; undefined: none. */
  readonly awaiting?: Awaiting;
}

interface ProfiledPart extends PartOptions {
  readonly profile: ResolvedProfile;
}

/** Undefined where the pod does not wait in the state. */
async function decideOn(
  { state, past }: ReplayedState,
  { observation, seen }: SeenPod,
  { profile, runId, ordinal, firstChunk, budget, settings }: ProfiledPart,
): Promise<Decided | undefined> {
  const { namespace, name, uid } = observation.pod;
  const pod = past.get('Pod', namespace, name);
  if (pod?.uid !== uid || pod.placement.node !== null || pod.placement.finished) return undefined;
  const { nominatedNodeName } = ((pod.stored().object as Pod).status ?? {}) as { readonly nominatedNodeName?: string };
  const wasNominated = seen.nominatedNode !== null && nominatedNodeName === seen.nominatedNode;
  const plan = await decidePart({
    ...{ state, pods: [pod.stored()], skipped: [], profileOf: () => profile, progress: () => undefined },
    ...{ tieBreak: 'first', seed: 0n, preemption: 'nominate', traceBudget: budget, sharesBases: true },
    ...{ runId, now: observation.at.toISOString(), firstOrdinal: ordinal, firstChunk },
    observed: new Map([[uid, { ...seen, wasNominated }]]),
  });
  const [decision] = plan.decisions;
  if (decision === undefined) return undefined;
  const basePosition = past.position;
  if (!keepsTrace(settings.traces, decision)) {
    const bare = { ...decision, trace: decision.trace && { digest: decision.trace.digest, ...NOT_STORED } };
    return { decision: bare, basePosition, chunks: [], bases: [], nodeSet: undefined, keep: () => undefined };
  }
  const keep = (): void => {
    for (const base of plan.bases) state.traceBases.keep(base);
  };
  return { decision, basePosition, chunks: plan.chunks, bases: plan.bases, nodeSet: plan.nodeSet, keep };
}

/** Whether the list that it is of is under way, and may still name what is in the way of the pod. */
function waitsForList(
  observation: StoredObservation,
  { settings, now }: Pick<JudgeOptions, 'settings' | 'now'>,
): boolean {
  if (!isListedFailure(observation) || !settings.listing.includes('Pod')) return false;
  return now.getTime() - (observation.storedAt?.getTime() ?? 0) < LONGEST_LIST_MS;
}

/** How long there may still be seen what belongs to the decision. */
function openFor({ at }: StoredObservation, { settings, now }: Pick<JudgeOptions, 'settings' | 'now'>): number {
  return settings.windowMs - Math.abs(now.getTime() - at.getTime());
}

const NOT_STORED = { stored: 'none', chunk: null, index: null } as const;

function agrees({ observed }: PlannedDecision): boolean {
  return observed?.agreement === 'same' || observed?.agreement === 'tie';
}

/** One of the states that were left out may agree: it is no difference. */
function notAllLookedAt(decided: Decided, states: number): Decided {
  return asUnknown(decided, `there are more plausible states than the ${states} that were looked at`);
}

const FAILED_TO_BIND = 'its scheduler found a node and failed to bind the pod to it: which node it was is not reported';

/** Whether an attempt failed after a node was found. // as kube-scheduler v1.34 bindingCycle, and Reserve before it */
function failedToBind({ node, message }: SeenDecision): boolean {
  return (
    node === null && /^(running (Reserve|Permit|PreBind|Bind) plugin|waiting on permit|binding rejected)/.test(message)
  );
}

/** What a list says of a pod for which no node was found. */
function isListedFailure({ kind, listed }: StoredObservation): boolean {
  return listed && kind === 'failed';
}

/** Nothing is said of how both stand to each other, for a reason beside what is said of Berth's own. */
function asUnknown(decided: Decided, remark: string): Decided {
  const { decision } = decided;
  if (decision.observed === undefined) return decided;
  const { reason } = decision.observed;
  const observed = {
    ...decision.observed,
    agreement: 'unknown' as const,
    reason: reason === null ? remark : `${reason}; ${remark}`,
  };
  return { ...decided, decision: { ...decision, observed } };
}

/** Of which decisions the trace is stored: `all`, `disagreements` and pods that wait, or one in so many: `sample:N`. */
function keepsTrace(traces: string, { outcome, observed }: PlannedDecision): boolean {
  const [, every] = /^sample:(\d+)$/.exec(traces) ?? [];
  if (every !== undefined) return BigInt(observed?.position ?? 0) % BigInt(every) === 0n;
  if (traces !== 'disagreements') return true;
  return outcome === 'pending' || (observed?.agreement !== 'same' && observed?.agreement !== 'tie');
}
