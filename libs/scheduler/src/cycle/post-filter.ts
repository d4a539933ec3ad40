import { type PostFilterRecord, cycleFor, guard, PluginFailure, saidTogether } from '../attempt/index.js';
import { type Evidence, type Status, type StatusCode, failuresAt, firstAt } from '../evidence/index.js';
import type { Evaluation, Executor, Filtered } from '../executor/index.js';
import { processPreemption, type Consultation } from '../consultation/index.js';
import {
  reject,
  type Asking,
  type FailedAttempt,
  type NoRoom,
  type PreemptionCandidate,
  type RoomMade,
  type RoomSearch,
} from '../plugin.js';
import type { BoundPlugin } from '../profile/index.js';
import type { ReadableSnapshot } from '../snapshot/index.js';
import { inNameOrder } from '../tie-break/index.js';

/** An attempt that found no node, and which of so many equally good candidates to take, by name in byte order. */
export interface PostFilterInput {
  readonly evaluation: Evaluation;
  readonly executor: Executor;
  readonly consultation: Consultation;
  readonly filtered: Filtered;
  readonly choose: (ties: number) => number;
}

interface Refusal {
  readonly plugin: string;
  readonly answer: NoRoom;
}

const NOTHING_TRIED: RoomSearch = Object.freeze({ candidates: Object.freeze([]), failures: new Map<number, Status>() });

/**
 * Asks the PostFilter plugins what can be done for a pod that fits nowhere; null when the profile has none. As
 * kube-scheduler v1.34 RunPostFilterPlugins: the first that makes room ends it, and so does one that turns the
 * pod down for good or fails.
 */
export function* runPostFilter(input: PostFilterInput): Asking<PostFilterRecord | null> {
  const refusals: Refusal[] = [];
  for (const bound of input.evaluation.profile.points.postFilter) {
    const found = ask(bound, input);
    const answer = found.kind === 'room' ? yield* narrowed(found, input) : found;
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
  const verdicts = evaluation.profile.policy?.alwaysCheckAllPredicates
    ? verdictsTogether(filtered.evidence, executor)
    : firstVerdicts(filtered.evidence, executor);
  const answer = guard(plugin.name, () =>
    plugin.postFilter?.(cycleFor(bound, { pod, snapshot, statuses: executor.statuses }), {
      ...verdicts,
      preFilterReached: plugins.slice(0, asked).some((reached) => reached.plugin === plugin.name),
      tryNode: filtered.tryNode,
      rehearse: filtered.rehearse,
    }),
  );
  if (answer === undefined) throw new PluginFailure(`plugin ${JSON.stringify(plugin.name)} has no PostFilter`);
  return answer;
}

type Verdicts = Pick<FailedAttempt, 'statusOf' | 'rowsWith'>;

/** Of every node, what kube-scheduler heard first. */
function firstVerdicts(evidence: Evidence, { statuses }: Executor): Verdicts {
  return { statusOf: (row) => statuses.get(firstAt(evidence, row)), rowsWith: (wanted) => rowsWith(evidence, wanted) };
}

/** Of every node, what all filters said: it is unresolvable as soon as one of them says so. */
function verdictsTogether(evidence: Evidence, { statuses }: Executor): Verdicts {
  const statusOf = (row: number): Status =>
    merged(
      saidTogether({ first: firstAt(evidence, row), failures: failuresAt(evidence, row) }).map((id) =>
        statuses.get(id),
      ),
    );
  const rows = Uint32Array.from({ length: evidence.nodeCount }, (_, row) => row);
  return { statusOf, rowsWith: (wanted) => rows.filter((row) => statusOf(row).code === wanted) };
}

function merged(said: readonly Status[]): Status {
  const [first] = said;
  if (first === undefined) throw new RangeError('of a node that fits nothing is said');
  const { code } = said.find((one) => one.code === 'UnschedulableAndUnresolvable') ?? first;
  return { plugin: first.plugin, code, reasons: said.flatMap(({ reasons }) => reasons) };
}

/** Extenders may leave candidates out, change their victims, and fail. As kube-scheduler v1.34 Preempt. */
function* narrowed(room: RoomMade, { evaluation, consultation }: PostFilterInput): Asking<RoomMade | NoRoom> {
  const { bestOf, candidates } = room;
  if (consultation.extenders.length === 0 || bestOf === undefined) return room;
  const { pod, snapshot } = evaluation;
  const left = yield* processPreemption(consultation, { pod: pod.pod, snapshot, candidates });
  if ('failed' in left) return reject('Error', `preemption: ${left.failed}`);
  const best = bestOf(left.candidates);
  return best.length === 0
    ? reject('Unschedulable', 'preemption: no candidate node for preemption')
    : { ...room, candidates: left.candidates, best };
}

/** Where no node has the code, or every one, none is looked at. */
function rowsWith(evidence: Evidence, wanted: StatusCode): Uint32Array {
  const { combinations, statuses, nodeCount } = evidence;
  const ids = new Set(combinations.map(({ first }) => first).filter((id) => statuses[id]?.code === wanted));
  const rows = new Uint32Array(ids.size === 0 ? 0 : nodeCount);
  const every = combinations.every(({ first }) => ids.has(first));
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) if (every || ids.has(firstAt(evidence, row))) rows[count++] = row;
  return rows.subarray(0, count);
}

function nominated(room: RoomMade, { evaluation: { snapshot }, choose }: PostFilterInput): PostFilterRecord {
  const { row, victims } = nthByName(room.best, snapshot, choose(room.best.length));
  return {
    status: { plugin: null, code: 'Success', reasons: [] },
    message: '',
    nominatedNode: nameOf(snapshot, row),
    victims,
    // Nearly every node can be one of them, and few ask which.
    get best() {
      return inNameOrder(
        snapshot,
        room.best.map((candidate) => candidate.row),
      );
    },
    search: room,
  };
}

/** The candidate at a place by name. */
function nthByName(
  candidates: readonly PreemptionCandidate[],
  snapshot: ReadableSnapshot,
  place: number,
): PreemptionCandidate {
  const byRow = new Uint32Array(snapshot.nodeCount);
  for (let index = 0; index < candidates.length; index += 1) byRow[candidates[index]?.row ?? 0] = index + 1;
  let left = place;
  for (const row of snapshot.rowsByName()) {
    const found = candidates[(byRow[row] ?? 0) - 1];
    if (found !== undefined && left-- === 0) return found;
  }
  throw new RangeError(`there is no candidate at place ${place}`);
}

/**
 * What no plugin could help with: in the name of the first, in the words of all. A search that found
 * nothing ends the nomination.
 */
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
