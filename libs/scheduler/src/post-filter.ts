import type { PostFilterRecord } from './attempt.js';
import type { Evidence, Status, StatusCode } from './evidence.js';
import type { Evaluation, Executor, Filtered } from './executor/index.js';
import { cycleFor } from './plugin-cycle.js';
import { guard, PluginFailure } from './plugin-failure.js';
import type { NoRoom, PreemptionCandidate, RoomMade, RoomSearch } from './plugin.js';
import type { BoundPlugin } from './profile/index.js';
import { firstAt } from './read-evidence.js';
import type { ReadableSnapshot } from './snapshot/index.js';
import { inNameOrder } from './tie-break/index.js';

/** An attempt that found no node, and which of so many equally good candidates to take, by name in byte order. */
export interface PostFilterInput {
  readonly evaluation: Evaluation;
  readonly executor: Executor;
  readonly filtered: Filtered;
  readonly choose: (ties: number) => number;
}

interface Refusal {
  readonly plugin: string;
  readonly answer: NoRoom;
}

const NOTHING_TRIED: RoomSearch = Object.freeze({ candidates: Object.freeze([]), failures: new Map<number, Status>() });

/**
 * Asks the PostFilter plugins what can be done for a pod that fits nowhere; null when the profile has none. As kube-scheduler v1.34
 * RunPostFilterPlugins: the first that makes room ends it, and so does one that turns the pod down for good or fails.
 */
export function runPostFilter(input: PostFilterInput): PostFilterRecord | null {
  const refusals: Refusal[] = [];
  for (const bound of input.evaluation.profile.points.postFilter) {
    const answer = ask(bound, input);
    if (answer.kind === 'room') return nominated(answer, input);
    const refusal = { plugin: bound.plugin.name, answer };
    if (answer.code !== 'Unschedulable') return refused([refusal]);
    refusals.push(refusal);
  }
  return refusals.length === 0 ? null : refused(refusals);
}

function ask(bound: BoundPlugin, { evaluation, executor, filtered }: PostFilterInput): RoomMade | NoRoom {
  const { plugin } = bound;
  const { pod, snapshot } = evaluation;
  const { plugins, asked } = filtered.preFilter;
  const answer = guard(plugin.name, () => plugin.postFilter?.(cycleFor(bound, { pod, snapshot, statuses: executor.statuses }), {
    statusOf: (row) => executor.statuses.get(firstAt(filtered.evidence, row)),
    rowsWith: (wanted) => rowsWith(filtered.evidence, wanted),
    preFilterReached: plugins.slice(0, asked).some((reached) => reached.plugin === plugin.name),
    tryNode: filtered.tryNode,
    rehearse: filtered.rehearse,
  }));
  if (answer === undefined) throw new PluginFailure(`plugin ${JSON.stringify(plugin.name)} has no PostFilter`);
  return answer;
}

/** Where no node has the code, none is looked at. */
function rowsWith(evidence: Evidence, wanted: StatusCode): Iterable<number> {
  const { combinations, statuses, nodeCount } = evidence;
  const ids = new Set(combinations.map(({ first }) => first).filter((id) => statuses[id]?.code === wanted));
  if (ids.size === 0) return [];
  const every = combinations.every(({ first }) => ids.has(first));
  const rows: number[] = [];
  for (let row = 0; row < nodeCount; row += 1) if (every || ids.has(firstAt(evidence, row))) rows.push(row);
  return rows;
}

function nominated(room: RoomMade, { evaluation: { snapshot }, choose }: PostFilterInput): PostFilterRecord {
  const best = inNameOrder(snapshot, room.best.map(({ row }) => row));
  const row = best[choose(best.length)] ?? -1;
  return {
    status: { plugin: null, code: 'Success', reasons: [] },
    message: '',
    nominatedNode: nameOf(snapshot, row),
    victims: candidateOn(room.best, row).victims,
    best,
    search: room,
  };
}

function candidateOn(candidates: readonly PreemptionCandidate[], row: number): PreemptionCandidate {
  const found = candidates.find((candidate) => candidate.row === row);
  if (found === undefined) throw new RangeError(`row ${row} is no candidate`);
  return found;
}

/** What no plugin could help with: in the name of the first, in the words of all. A search that found nothing ends the nomination. */
function refused(refusals: readonly Refusal[]): PostFilterRecord {
  const reasons = refusals.flatMap(({ answer }) => answer.reasons);
  const search = refusals.flatMap(({ answer }) => answer.search ?? []).at(-1);
  const { plugin = null, answer } = refusals[0] ?? {};
  return {
    status: { plugin, code: answer?.code ?? 'Unschedulable', reasons },
    message: reasons.join(', '),
    nominatedNode: search === undefined ? null : '',
    victims: [],
    best: [],
    search: search ?? NOTHING_TRIED,
  };
}

function nameOf(snapshot: ReadableSnapshot, row: number): string {
  return snapshot.nodes[row]?.name ?? '';
}
