import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import { uidOf } from '../../state/index.js';
import { isActive, isReady, readySince, restartsOf, sidecarRestartsOf } from '../../pods/index.js';

/** The order of phases: what is not there yet goes first. */
const PHASES: ReadonlyMap<string, number> = new Map([
  ['Pending', 0],
  ['Unknown', 1],
  ['Running', 2],
]);

const COST = 'controller.kubernetes.io/pod-deletion-cost';

/** What pods are compared by: read of each once, however often it is compared. */
interface Ranked {
  readonly pod: Pod;
  readonly uid: string;
  readonly isPlaced: number;
  readonly phase: number;
  readonly isReady: number;
  readonly cost: number;
  /** How many active pods of the same Deployment are on its node. */
  readonly kin: number;
  readonly restarts: number;
  readonly sidecarRestarts: number;
  /** Milliseconds since 1970; undefined where it is not ready, or not known since when. */
  readonly readySince: number | undefined;
  readonly createdAt: number;
}

/**
 * The pods that go when there are to be fewer, so many of them. // as kubernetes v1.34 ActivePodsWithRanks
 *
 * @param related the active pods of all sets of the same controller, these included; none without a controller
 * @param now milliseconds since 1970
 */
export function victimsOf(
  pods: readonly Pod[],
  { count, related, now }: { readonly count: number; readonly related: readonly Pod[]; readonly now: number },
): Pod[] {
  if (count >= pods.length) return [...pods];
  const onNode = new Map<string, number>();
  for (const pod of related) {
    const node = nodeOf(pod);
    if (isActive(pod)) onNode.set(node, (onNode.get(node) ?? 0) + 1);
  }
  return pods
    .map((pod) => rankedOf(pod, onNode.get(nodeOf(pod)) ?? 0))
    .sort((a, b) => compareRanked(a, b, now))
    .slice(0, count)
    .map(({ pod }) => pod);
}

function rankedOf(pod: Pod, kin: number): Ranked {
  return {
    pod,
    uid: uidOf(pod),
    isPlaced: Number(nodeOf(pod) !== ''),
    phase: phaseOf(pod),
    isReady: Number(isReady(pod)),
    cost: costOf(pod),
    kin,
    restarts: restartsOf(pod),
    sidecarRestarts: sidecarRestartsOf(pod),
    readySince: readySince(pod),
    createdAt: createdAt(pod),
  };
}

function compareRanked(a: Ranked, b: Ranked, now: number): number {
  return (
    a.isPlaced - b.isPlaced ||
    a.phase - b.phase ||
    a.isReady - b.isReady ||
    a.cost - b.cost ||
    b.kin - a.kin ||
    compareReady(a, b, now) ||
    b.restarts - a.restarts ||
    b.sidecarRestarts - a.sidecarRestarts ||
    compareSpans([a.createdAt, b.createdAt], [a, b], now)
  );
}

/** Those that are ready for a shorter time go first. */
function compareReady(a: Ranked, b: Ranked, now: number): number {
  if (a.isReady === 0 || b.isReady === 0) return 0;
  const [since, other] = [a.readySince, b.readySince];
  if (since === other) return 0;
  return compareSpans([since, other], [a, b], now);
}

/** The shorter span goes first where their logarithms differ; else the smaller uid. */
function compareSpans(
  [since, other]: readonly [number | undefined, number | undefined],
  [a, b]: readonly [Ranked, Ranked],
  now: number,
): number {
  const difference = spanRank(since, now) - spanRank(other, now);
  return difference || (a.uid < b.uid ? -1 : 1);
}

/** floor(log2) of the span in nanoseconds; -1 where there is none. // as logarithmicRankDiff */
function spanRank(since: number | undefined, now: number): number {
  const span = since === undefined ? 0 : (now - since) * 1e6;
  return span > 0 ? Math.floor(Math.log2(span)) : -1;
}

function nodeOf({ spec }: Pod): string {
  return (spec as { readonly nodeName?: string }).nodeName ?? '';
}

function phaseOf({ status }: Pod): number {
  return PHASES.get(status?.phase ?? '') ?? 0;
}

/** What is no 32 bit number counts 0. // as getDeletionCostFromPodAnnotations */
function costOf({ metadata: { annotations } }: Pod): number {
  const text = ownField(annotations, COST) ?? '0';
  return /^(?:0|-?[1-9]\d*)$/.test(text) && Math.abs(Number(text)) <= 2 ** 31 ? Number(text) : 0;
}

function createdAt({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '');
}
