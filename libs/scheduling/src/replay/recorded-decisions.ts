import { keptExchanges, listDecisions, type Decision, type KeptExchange, type StoredDecision } from '#audit';
import type { Transaction } from '#database';
import { DEFAULT_SCHEDULER_NAME, type Answer, type Pod, type Question } from '#scheduler';
import { readReach, type PastClusters, type PastState, type ReplayedCluster, type ReplayedState } from '#state';
import type { StoredObject } from '#rows';
import { PROFILE_KIND, type ResolvedProfile } from '../profiles/index.js';
import { findRun, skipOf, type PartInput, type Run } from '../runs/index.js';
import type { FieldDifference } from './compare-decision.js';
import type { RecordedProfile, RecordedProfiles, ReplayEngine } from './recorded-profiles.js';
import {
  assumeAsCounted,
  assumeBindings,
  assumeNominations,
  laterBindings,
  laterNominations,
  takeSeenBudgets,
  type NearbyChanges,
} from '../observations/index.js';
import { findBegin, type RecordedPart } from './replay.store.js';

/** What a part is decided again from. */
export interface PartRecord extends ReplayedState {
  readonly run: Run;
  /** In their order. */
  readonly decisions: readonly StoredDecision[];
  readonly profiles: ReadonlyMap<string, RecordedProfile>;
  /** Those that are tried again. */
  readonly pods: readonly StoredObject[];
  readonly profileOf: (pod: Pod) => ResolvedProfile;
  /** Decisions that differ before anything is decided, by ordinal. */
  readonly differences: ReadonlyMap<number, FieldDifference>;
}

/** What records are read with. */
export interface RecordSource {
  readonly clusterId: string;
  readonly cluster: ReplayedCluster;
  readonly clusters: PastClusters;
  readonly changes: NearbyChanges;
  readonly profiles: RecordedProfiles;
  readonly engine: ReplayEngine;
}

/** The recorded answers for each attempt of a part, in place of the party that was asked then. */
export function recordedAnswers(decisions: readonly StoredDecision[]): NonNullable<PartInput['ask']> {
  const left = new Map<string, KeptExchange[]>(
    decisions.flatMap(({ decision: { pod, attempt }, answers }) =>
      answers === null ? [] : [[`${pod.uid} ${attempt}`, [...keptExchanges(answers)]] as const],
    ),
  );
  return ({ pod, number, questions }) => {
    const exchanges = left.get(`${pod.metadata?.uid ?? ''} ${number}`) ?? [];
    return Promise.resolve(questions.map((question) => recordedAnswer(question, exchanges.shift())));
  };
}

function recordedAnswer(question: Question, recorded: KeptExchange | undefined): Answer {
  const { by, verb } =
    question.kind === 'permit'
      ? { by: question.plugin, verb: 'permit' }
      : { by: question.extender.name, verb: question.verb };
  if (recorded?.by === by && recorded.verb === verb) return recorded.answer;
  const reason = `it was not asked when this was decided: ${verb} of ${by}`;
  return question.kind === 'permit' ? { allowed: false, reason } : { failure: reason };
}

/** A part whose record is not whole, and why. */
export interface Incomplete {
  readonly reason: string;
}

/** Reads a part up to a decision, or to its end; in a transaction that sees one state throughout. */
export async function readPart(
  tx: Transaction,
  source: RecordSource,
  { part, upTo = Infinity }: { readonly part: RecordedPart; readonly upTo?: number },
): Promise<PartRecord | Incomplete> {
  const { clusterId } = source;
  const run = await findRun(tx, clusterId, part.run);
  if (run === undefined) return { reason: 'the run is not there any more' };
  const listed = await listDecisions(tx, {
    clusterId,
    kind: part.kind,
    filter: { run: part.run },
    after: { run: part.run, ordinal: part.firstOrdinal - 1 },
    limit: part.count,
  });
  const decisions = listed.filter(
    ({ decision: { ordinal } }) => ordinal < part.firstOrdinal + part.count && ordinal <= upTo,
  );
  if (decisions.length === 0) return { reason: 'its decisions are not kept any more' };
  const { keptAfter, head } = await readReach(tx, clusterId);
  if (part.basePosition < keptAfter)
    return {
      reason: `it was decided at position ${part.basePosition}, and the log is kept after position ${keptAfter}`,
    };
  const profiles = await profilesOf(tx, source, decisions);
  if ('reason' in profiles) return profiles;
  const replayed = await source.cluster.at(tx, part.basePosition, part.decidedAt ?? part.at);
  if (decisions.some(({ decision }) => decision.observed !== undefined)) takeSeenBudgets(replayed);
  for (const { decision } of decisions)
    await assume(tx, replayed, { changes: source.changes, head: head.position, decision });
  const serves = await servedNames(tx, source, { part, decisions });
  return { run, decisions, profiles, ...replayed, ...podsOf(replayed.past, { decisions, profiles, serves }) };
}

/** The pods for which a scheduler had chosen nodes that was seen later than the state of its decision. */
async function assume(
  tx: Transaction,
  replayed: ReplayedState,
  { decision: { observed, pod }, ...log }: Pick<RecordSource, 'changes'> & { head: bigint; decision: Decision },
): Promise<void> {
  if (observed === undefined) return;
  const { assumed, assumedNominations, awaitingVolumes, by, at } = observed;
  const known = { ...observed, ...log, uid: pod.uid, later: assumed };
  const bound = assumed === 0 ? [] : (await laterBindings(tx, replayed, known)).pods.slice(0, assumed);
  assumeBindings(replayed, bound, at);
  if (assumedNominations > 0)
    assumeNominations(replayed, (await laterNominations(tx, replayed, known)).slice(0, assumedNominations), at);
  if (awaitingVolumes > 0) assumeAsCounted(replayed, { by, uid: pod.uid, bound, at }, awaitingVolumes);
}

async function profilesOf(
  tx: Transaction,
  { profiles }: RecordSource,
  decisions: readonly StoredDecision[],
): Promise<Map<string, RecordedProfile> | Incomplete> {
  const found = new Map<string, RecordedProfile>();
  for (const {
    decision: { profile },
  } of decisions) {
    if (profile === null || found.has(profile.digest)) continue;
    const recorded = await profiles.of(tx, profile.digest);
    if (recorded === undefined) return { reason: `the profile ${profile.digest} is not there` };
    if (recorded.resolved === undefined) return { reason: notTaken(recorded) };
    found.set(profile.digest, recorded);
  }
  return found;
}

function notTaken({ ref: { name, version }, missing }: RecordedProfile): string {
  const plugins = missing.map((plugin) => JSON.stringify(plugin)).join(', ');
  const why = missing.length === 0 ? '' : `: it names ${plugins}, which BERTH_PLUGINS does not`;
  return `this engine does not take profile ${name}, version ${version}${why}`;
}

/**
 * Whom the profiles served when the run began: a pod that was skipped for another scheduler shows that none
 * was asked for all of them.
 */
async function servedNames(
  tx: Transaction,
  { clusterId, clusters, engine }: RecordSource,
  { part, decisions }: { readonly part: RecordedPart; readonly decisions: readonly StoredDecision[] },
): Promise<(name: string) => boolean> {
  if (!decisions.some(({ decision: { reasonCode } }) => reasonCode === 'OtherScheduler')) return () => true;
  const begin = part.part === 0 ? part.basePosition : await findBegin(tx, clusterId, part.run);
  if (begin === undefined || begin < (await readReach(tx, clusterId)).keptAfter) return () => false;
  const past = await clusters.at(tx, clusterId, begin);
  const given = new Map(
    past
      .ofKind(PROFILE_KIND)
      .map((object) => [object.name, engine.read(object.stored().object.spec ?? {}) !== undefined]),
  );
  return (name) => given.get(name) ?? name === DEFAULT_SCHEDULER_NAME;
}

interface PodsInput {
  readonly decisions: readonly StoredDecision[];
  readonly profiles: ReadonlyMap<string, RecordedProfile>;
  readonly serves: (name: string) => boolean;
}

/** The pods that are tried, as they were; of the others, what is known of them already. */
function podsOf(
  past: PastState,
  { decisions, profiles, serves }: PodsInput,
): Pick<PartRecord, 'pods' | 'profileOf' | 'differences'> {
  const pods: StoredObject[] = [];
  const byUid = new Map<string, ResolvedProfile>();
  const differences = new Map<number, FieldDifference>();
  for (const { decision } of decisions) {
    // Nothing was decided beside it.
    if (decision.observed?.own === null) continue;
    const found = podOf(past, decision);
    const profile = decision.profile === null ? undefined : profiles.get(decision.profile.digest);
    const difference =
      typeof found === 'string'
        ? { field: 'pod', recorded: decision.pod.uid, replayed: found === '' ? null : found }
        : knownDifference(decision, { pod: found, profile, serves });
    if (difference !== undefined) differences.set(decision.ordinal, difference);
    if (
      typeof found === 'string' ||
      decision.outcome === 'skipped' ||
      decision.attempt !== 1 ||
      difference?.field === 'outcome' ||
      profile?.resolved === undefined
    )
      continue;
    pods.push(found);
    byUid.set(found.object.metadata.uid ?? '', profile.resolved);
  }
  return { pods, differences, profileOf: (pod) => profileFor(byUid, pod) };
}

/** The pod as it was; the uid of another of its name, or nothing. */
function podOf(past: PastState, { pod }: Decision): StoredObject | string {
  const found = past.get('Pod', pod.namespace, pod.name);
  return found?.uid === pod.uid ? found.stored() : (found?.uid ?? '');
}

function knownDifference(
  { outcome, reasonCode, message, profile: ref }: Decision,
  {
    pod,
    profile,
    serves,
  }: {
    readonly pod: StoredObject;
    readonly profile: RecordedProfile | undefined;
    readonly serves: PodsInput['serves'];
  },
): FieldDifference | undefined {
  const skip = skipOf(pod, outcome === 'skipped' ? serves : () => true);
  if (outcome !== 'skipped' && skip !== undefined) return { field: 'outcome', recorded: outcome, replayed: 'skipped' };
  if (outcome === 'skipped') {
    if (skip?.reason !== reasonCode)
      return { field: 'reasonCode', recorded: reasonCode ?? null, replayed: skip?.reason ?? null };
    // Decisions of before there was a sentence have none.
    return message === '' || message === skip?.message
      ? undefined
      : { field: 'message', recorded: message, replayed: skip?.message ?? null };
  }
  return profile?.comesTo === undefined
    ? undefined
    : { field: 'profile', recorded: ref?.digest ?? null, replayed: profile.comesTo };
}

function profileFor(byUid: ReadonlyMap<string, ResolvedProfile>, { metadata }: Pod): ResolvedProfile {
  const found = byUid.get(metadata?.uid ?? '');
  if (found === undefined) throw new Error(`pod ${metadata?.name ?? ''} is not of the part`);
  return found;
}
