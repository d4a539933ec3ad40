import type { Decision, ObservedDecision, StoredDecision } from '#audit';
import type { Caller, Database } from '#database';
import { read } from '#requests';
import { decidePart, type PartInput, type PartPlan, type PlannedDecision } from '../runs/index.js';
import { differentField, type FieldDifference } from './compare-decision.js';
import { compareTraces, type ComparedTrace, type TracedPair } from './compare-traces.js';
import { differenceInWords } from './difference-in-words.js';
import {
  readPart,
  recordedAnswers,
  type Incomplete,
  type PartRecord,
  type RecordSource,
} from './recorded-decisions.js';
import type { ReplayDifference } from './replay-report.js';
import type { RecordedPart } from './replay.store.js';

/** What parts are replayed with. */
export interface PartReplay extends RecordSource {
  readonly database: Database;
  readonly caller: Caller;
  /** Called now and then with how many decisions of the part were made again; what it throws ends the replay. */
  readonly progress: (decided: number) => void;
}

/** Which decisions of which part: all, or the one of an ordinal. */
export interface PartAsked {
  readonly part: RecordedPart;
  readonly only?: number;
  /** Of so many decisions that differ it is said where. */
  readonly mostLocated: number;
}

/** What came of a part; `identical` and `differences` are of those that were asked for. */
export interface ReplayedPart {
  readonly identical: number;
  readonly differences: readonly ReplayDifference[];
}

/** Decides a part again, on the cluster as it was, and compares all that can be seen of it. Nothing is written. */
export async function replayPart(
  replay: PartReplay,
  { part, only, mostLocated }: PartAsked,
): Promise<ReplayedPart | Incomplete> {
  if (part.count === 0) return { identical: 0, differences: [] };
  const { database, caller, clusterId } = replay;
  const record = await read(database.slow, caller, (tx) =>
    readPart(tx, replay, { part, ...(only === undefined ? {} : { upTo: only }) }),
  );
  if ('reason' in record) return record;
  const plan = await decideAgain(record, { part, progress: replay.progress });
  const again = new Map(plan.decisions.map((decision) => [attemptKey(decision), decision]));
  const fields = new Map<number, FieldDifference>(record.differences);
  for (const { decision } of record.decisions) {
    const difference = fields.get(decision.ordinal) ?? compared(decision, again.get(attemptKey(decision)));
    if (difference !== undefined) fields.set(decision.ordinal, difference);
  }
  const pairs = pairsOf(record.decisions, { again, fields, only, mostLocated });
  const traces = await read(database.slow, caller, (tx) =>
    compareTraces(tx, { clusterId, part, plan, nodes: record.state.nodes }, pairs),
  );
  for (const [ordinal, { located, unreadable }] of traces) {
    if (!fields.has(ordinal))
      fields.set(ordinal, {
        field: 'trace',
        recorded: unreadable ?? located?.recorded ?? null,
        replayed: located?.replayed ?? null,
      });
  }
  return reported({ part, only, record, fields, traces, again });
}

function decideAgain(
  { state, pods, profileOf, run, decisions }: PartRecord,
  { part, progress }: { readonly part: RecordedPart; readonly progress: PartReplay['progress'] },
): Promise<PartPlan> {
  const stored = decisions.some(({ decision }) => decision.traceStored !== 'none');
  const chunks = decisions.flatMap(({ trace }) => (trace === null ? [] : [trace.chunk]));
  return decidePart({
    state,
    pods,
    skipped: [],
    profileOf,
    progress,
    ask: recordedAnswers(decisions),
    observed: seenIn(decisions),
    tieBreak: run.tieBreak,
    seed: BigInt(run.seed),
    preemption: run.preemption,
    traceBudget: { keep: stored ? 'full' : 'none' },
    sharesBases: false,
    runId: run.id,
    now: (part.decidedAt ?? part.at).toISOString(),
    firstOrdinal: part.firstOrdinal,
    firstChunk: chunks.reduce((first, chunk) => Math.min(first, chunk), chunks[0] ?? 0),
    compress: (payload) => Promise.resolve(payload),
  });
}

/** What another scheduler decided, by the uids of the pods. */
function seenIn(decisions: PartRecord['decisions']): NonNullable<PartInput['observed']> {
  return new Map(
    decisions.flatMap(({ decision: { pod, node, nominatedNode, message, victims, observed } }) => {
      if (observed === undefined) return [];
      const isCompared = nominatedNode !== null && isNominationCompared(observed);
      return [[pod.uid, { ...observed, node, nominatedNode, message, victims: isCompared ? victims : null }] as const];
    }),
  );
}

/** It is not in a list, and never was in earlier versions: then there is no node of Berth's own and no plugin. */
function isNominationCompared({ agreement, own, plugin }: ObservedDecision): boolean {
  return agreement === 'differs' || plugin !== null || (own !== null && own.node !== null);
}

/** The attempts of a part: a pod has two of them at most. */
function attemptKey({ pod, attempt }: Pick<Decision, 'pod' | 'attempt'>): string {
  return `${pod.uid} ${attempt}`;
}

function compared(recorded: Decision, replayed: PlannedDecision | undefined): FieldDifference | undefined {
  if (recorded.outcome === 'skipped' || recorded.observed?.own === null) return undefined;
  return replayed === undefined
    ? { field: 'decision', recorded: recorded.outcome, replayed: null }
    : differentField(recorded, replayed);
}

interface Compared {
  readonly again: ReadonlyMap<string, PlannedDecision>;
  readonly fields: ReadonlyMap<number, FieldDifference>;
  readonly only: number | undefined;
}

/** Whose evidence is looked at: that of all that seem the same, and of so many that differ as are reported. */
function pairsOf(
  decisions: readonly StoredDecision[],
  { again, fields, only, mostLocated }: Compared & { readonly mostLocated: number },
): TracedPair[] {
  let located = 0;
  return decisions.flatMap((stored) => {
    const { decision } = stored;
    const replayed = again.get(attemptKey(decision));
    const differs = fields.has(decision.ordinal);
    if (replayed === undefined || stored.trace === null || (only ?? decision.ordinal) !== decision.ordinal) return [];
    return differs && (located += 1) > mostLocated ? [] : [{ stored, replayed, differs }];
  });
}

interface Reported extends Compared {
  readonly part: RecordedPart;
  readonly record: PartRecord;
  readonly traces: ReadonlyMap<number, ComparedTrace>;
}

function reported({ part, only, record, fields, traces, again }: Reported): ReplayedPart {
  const asked = record.decisions.filter(({ decision: { ordinal } }) => (only ?? ordinal) === ordinal);
  const gone = only === undefined ? missing(part, record) : [];
  const added = only === undefined ? unexpected(record.decisions, again) : [];
  const [first = Infinity] = [...fields.keys(), ...gone].sort((a, b) => a - b);
  const follows = (ordinal: number): string | null => (first < ordinal ? `${part.run}.${first}` : null);
  const differences = [
    ...asked.flatMap(({ decision }) => {
      const field = fields.get(decision.ordinal);
      return field === undefined
        ? []
        : [
            describe(decision, {
              part,
              record,
              field,
              trace: traces.get(decision.ordinal),
              follows: follows(decision.ordinal),
            }),
          ];
    }),
    ...gone.map((ordinal) =>
      bare({
        part,
        ordinal,
        pod: null,
        field: { field: 'decision', recorded: null, replayed: null },
        follows: follows(ordinal),
      }),
    ),
    ...added.map(({ ordinal, pod, outcome }) =>
      bare({
        part,
        ordinal,
        pod,
        field: { field: 'decision', recorded: null, replayed: outcome },
        follows: follows(ordinal),
      }),
    ),
  ];
  return {
    identical: asked.length - asked.filter(({ decision }) => fields.has(decision.ordinal)).length,
    differences: differences.sort((a, b) => ordinalOf(a) - ordinalOf(b)),
  };
}

function ordinalOf({ decision }: ReplayDifference): number {
  return Number(decision.slice(decision.lastIndexOf('.') + 1));
}

/** Ordinals that have no decision. */
function missing({ firstOrdinal, count }: RecordedPart, { decisions }: PartRecord): number[] {
  const there = new Set(decisions.map(({ decision }) => decision.ordinal));
  return Array.from({ length: count }, (_, index) => firstOrdinal + index).filter((ordinal) => !there.has(ordinal));
}

/** Attempts that were not recorded. */
function unexpected(decisions: readonly StoredDecision[], again: Compared['again']): PlannedDecision[] {
  const known = new Set(decisions.map(({ decision }) => attemptKey(decision)));
  return [...again].flatMap(([key, decision]) => (known.has(key) ? [] : [decision]));
}

interface Described {
  readonly part: RecordedPart;
  readonly record: PartRecord;
  readonly field: FieldDifference;
  readonly trace: ComparedTrace | undefined;
  readonly follows: string | null;
}

function describe(decision: Decision, { part, record, field, trace, follows }: Described): ReplayDifference {
  const engine = decision.profile === null ? null : (record.profiles.get(decision.profile.digest)?.engine ?? null);
  const difference = {
    decision: decision.id,
    run: decision.run,
    part: part.part,
    pod: decision.pod,
    ...field,
    trace: trace?.located ?? null,
    compared: trace?.compared ?? 'none',
    follows,
    engine,
  };
  return { ...difference, message: differenceInWords(difference) };
}

function bare({
  part,
  ordinal,
  pod,
  field,
  follows,
}: Pick<Described, 'part' | 'field' | 'follows'> & {
  readonly ordinal: number;
  readonly pod: Decision['pod'] | null;
}): ReplayDifference {
  const difference = {
    decision: `${part.run}.${ordinal}`,
    run: part.run,
    part: part.part,
    pod,
    ...field,
    trace: null,
    compared: 'none' as const,
    follows,
    engine: null,
  };
  return { ...difference, message: differenceInWords(difference) };
}
