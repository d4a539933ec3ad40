import type { ObservedDecision, PodName } from '#audit';
import { lessLost } from '#explain';
import { evidenceAt, type Attempt, type PreemptionCandidate } from '#scheduler';
import type { ResolvedProfile } from '../../profiles/index.js';
import { placedPodName } from './attempt-effects.js';

/** What another scheduler's attempt nominated. */
export interface SeenNomination {
  /** The node that it nominated the pod to. */
  readonly nominatedNode: string | null;
  /**
   * The pods that it evicted on the nominated node, as far as they are seen; null: the nomination is not compared, as
   * in all decisions of earlier versions.
   */
  readonly victims: readonly PodName[] | null;
  /** Whether some of the victims may be those of another nomination to that node. */
  readonly sharesVictims?: boolean;
  /** Whether the pod was nominated to that node before: an attempt that nominates it to none leaves it so. */
  readonly wasNominated?: boolean;
}

/** A nomination by another scheduler, and an attempt on the same state. */
export interface ComparedNomination {
  readonly attempt: Attempt;
  /** The rows of its evidence. */
  readonly nodes: readonly { readonly name: string }[];
  readonly profile: ResolvedProfile;
  /** The row of the node that the scheduler nominated. */
  readonly row: number;
  /** The pods that it evicted there, as far as they are seen. */
  readonly victims: readonly PodName[];
}

/** How a nomination stands to what Berth's own preemption comes to. */
export interface NominationVerdict extends Pick<
  ObservedDecision,
  'agreement' | 'rank' | 'looksFor' | 'plugin' | 'reason'
> {
  /** The one that Berth nominates; of equals the scheduler's own. */
  readonly node: string | null;
}

const PREEMPTION = 'DefaultPreemption';
const NOTHING = { rank: null, looksFor: null, reason: null } as const;

/** The victims of a nomination as they are compared: null where the attempt leaves an earlier nomination as it is. */
export function victimsOf(
  { victims, nominatedNode, wasNominated = false, sharesVictims = false }: SeenNomination,
  { attempt, nodes }: Pick<ComparedNomination, 'attempt' | 'nodes'>,
): SeenNomination['victims'] {
  if (victims === null || (wasNominated && attempt.outcome !== 'nominated')) return null;
  const row = nodes.findIndex(({ name }) => name === nominatedNode);
  const candidate = attempt.postFilter?.search.candidates.find((one) => one.row === row);
  if (!sharesVictims || candidate === undefined) return victims;
  return victims.filter(({ uid }) => isVictim(uid, candidate));
}

/**
 * A nomination agrees where no candidate loses less than the scheduler's, of those that it must have looked at, and
 * where the pods that it evicted are among those that Berth would evict there.
 */
export function nominationVerdict(compared: ComparedNomination): NominationVerdict {
  const { postFilter } = compared.attempt;
  const { candidates = [], failures } = postFilter?.search ?? {};
  const own = { ...NOTHING, plugin: PREEMPTION, node: postFilter?.nominatedNode || null };
  const candidate = candidates.find(({ row }) => row === compared.row);
  if (candidate === undefined)
    return { ...own, agreement: 'differs', ...whyNone(compared, failures?.get(compared.row)?.reasons ?? []) };
  const better = candidates.filter((one) => lessLost(one, candidate) !== null).length;
  const ranked = { ...own, rank: better + 1 };
  const needless = compared.victims.filter(({ uid }) => !isVictim(uid, candidate));
  if (needless.length > 0) {
    const reason = `${needless.length} of the ${compared.victims.length} pods that it evicted need not go`;
    return { ...ranked, agreement: 'differs', reason };
  }
  if (better > 0) return ofWorse({ candidate, candidates, better }, compared, ranked);
  const isTie = (postFilter?.best.length ?? 1) > 1;
  return {
    ...ranked,
    agreement: isTie ? 'tie' : 'same',
    plugin: null,
    node: compared.nodes[compared.row]?.name ?? null,
  };
}

function isVictim(uid: string, { victims }: PreemptionCandidate): boolean {
  return victims.some((one) => placedPodName(one).uid === uid);
}

interface Worse {
  readonly candidate: PreemptionCandidate;
  readonly candidates: readonly PreemptionCandidate[];
  /** On so many others less is lost. */
  readonly better: number;
}

/** It tries nodes from a random one on, and the better ones may all be among the others. */
function ofWorse(
  { candidate, candidates, better }: Worse,
  { attempt, nodes, profile }: ComparedNomination,
  ranked: Omit<NominationVerdict, 'agreement'>,
): NominationVerdict {
  const tried = candidates.length + (attempt.postFilter?.search.failures.size ?? 0);
  const looksFor = candidatesToFind(tried, profile);
  if (better <= candidates.length - looksFor) {
    const reason = `the best of ${looksFor} of ${candidates.length} nodes where room can be made`;
    return { ...ranked, agreement: 'same', plugin: null, looksFor, reason };
  }
  const chosen = candidates.find(({ row }) => nodes[row]?.name === ranked.node);
  const rule = chosen && lessLost(chosen, candidate);
  return { ...ranked, agreement: 'differs', reason: `on ${ranked.node ?? ''} less is lost: ${rule ?? ''} decides` };
}

/** Why no room can be made on the scheduler's node, or for the pod at all. */
function whyNone(
  { attempt, nodes, row }: ComparedNomination,
  tried: readonly string[],
): Pick<NominationVerdict, 'reason'> & Partial<Pick<NominationVerdict, 'plugin'>> {
  const { evidence, postFilter } = attempt;
  const name = nodes[row]?.name ?? '';
  const status = evidence === null || row < 0 ? undefined : evidence.statuses[evidenceAt.first(evidence, row)];
  if (tried.length > 0) return { reason: `on ${name} evictions do not help: ${tried.join(', ')}` };
  if (status?.code === 'UnschedulableAndUnresolvable')
    return { plugin: status.plugin, reason: `on ${name} evictions do not help: ${status.reasons.join(', ')}` };
  return { reason: postFilter?.message || attempt.message };
}

/**
 * How many candidates a scheduler looks for at least, as its profile says.
 * // as kube-scheduler v1.34 calculateNumCandidates
 */
function candidatesToFind(nodeCount: number, { profile }: ResolvedProfile): number {
  const { args } = profile.points.postFilter.find(({ plugin }) => plugin.name === PREEMPTION) ?? {};
  const { minCandidateNodesPercentage: percentage = 10, minCandidateNodesAbsolute: least = 100 } = (args ?? {}) as {
    readonly minCandidateNodesPercentage?: number;
    readonly minCandidateNodesAbsolute?: number;
  };
  return Math.min(Math.max(Math.trunc((nodeCount * percentage) / 100), least), nodeCount);
}
