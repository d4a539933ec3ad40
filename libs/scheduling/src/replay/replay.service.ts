import { heavily, type Caller, type Database, type Transaction } from '#database';
import { underMutex, ok, read, refuse, type Outcome } from '#requests';
import { findCluster } from '#cluster';
import { resolveMoment } from '#history';
import { type PastClusters, ReplayedCluster } from '#state';
import { findRun, type Run } from '../runs/index.js';
import { NearbyChanges } from '../observations/index.js';
import { presentEngine, RecordedProfiles, type ReplayEngine } from './recorded-profiles.js';
import { replayPart, type PartReplay } from './replay-part.js';
import type { ReplayCounts, ReplayReport, ReplaySelection } from './replay-report.js';
import { ReplayTally } from './replay-tally.js';
import { countDecisions, findDryDecisions, listParts, type PartSelection, type RecordedPart } from './replay.store.js';

/** How far a replay is. */
export interface ReplayProgress extends ReplayCounts {
  /** Of so many decisions. */
  readonly total: number;
}

/** How to replay. */
export interface ReplayOptions {
  /** Called now and then. */
  readonly progress?: (progress: ReplayProgress) => void;
}

/** What a replay will make again. */
export interface ReplayScope {
  /** Id of the cluster. */
  readonly cluster: string;
  readonly decisions: number;
}

/** What the service needs beside the database. */
export interface ReplayServiceOptions {
  readonly clusters: PastClusters;
  /** The one of this process unless another is given. */
  readonly engine?: ReplayEngine;
}

/** Which decisions were asked for. */
export interface Selected {
  readonly clusterId: string;
  readonly total: number;
  /** The parts after one of them; none when there are no more. */
  readonly parts: (tx: Transaction, after: RecordedPart | undefined) => Promise<readonly RecordedPart[]>;
  /** The one decision that was asked for. */
  readonly only?: number;
}

/** So many parts are looked up at a time. */
const PAGE = 500;

/** So many replays of this process go on at once: each has a cluster in memory. */
const LANES = 2;

/**
 * Decides again what was decided, on the cluster as it was: by the recorded profile, seed and rules, with the engine
 * of this process. Part by part, for digests follow each other in a part, and each one needs no more than what the
 * log says. Nothing is written.
 */
export class ReplayService {
  readonly #engine: ReplayEngine;
  readonly #lanes = Array.from({ length: LANES }, () => 0);

  constructor(
    private readonly database: Database,
    private readonly options: ReplayServiceOptions,
  ) {
    this.#engine = options.engine ?? presentEngine();
  }

  /** What a replay would make again. */
  async scope(
    caller: Caller,
    request: { readonly cluster: string; readonly selection: ReplaySelection },
  ): Promise<Outcome<ReplayScope>> {
    const selected = await read(this.database, caller, (tx) => select(tx, request));
    return selected.refused ? selected : ok({ cluster: selected.value.clusterId, decisions: selected.value.total });
  }

  /** @throws what the caller's signal was aborted with */
  async replay(
    asking: Caller,
    request: { readonly cluster: string; readonly selection: ReplaySelection },
    options: ReplayOptions = {},
  ): Promise<Outcome<ReplayReport>> {
    const caller = heavily(asking);
    const selected = await read(this.database, caller, (tx) => select(tx, request));
    if (selected.refused) return selected;
    options.progress?.({ decisions: 0, identical: 0, different: 0, notComparable: 0, total: selected.value.total });
    const lane = this.#lanes.indexOf(Math.min(...this.#lanes));
    this.#lanes[lane] = (this.#lanes[lane] ?? 0) + 1;
    try {
      return ok(await underMutex(this, `lane ${lane}`, () => this.#run(caller, selected.value, options)));
    } finally {
      this.#lanes[lane] = (this.#lanes[lane] ?? 0) - 1;
    }
  }

  async #run(
    caller: Caller,
    { clusterId, total, parts, only }: Selected,
    { progress }: ReplayOptions,
  ): Promise<ReplayReport> {
    const tally = new ReplayTally();
    const said = (underWay: number): void => {
      caller.signal?.throwIfAborted();
      progress?.({ ...tally.counts, decisions: tally.counts.decisions + (only === undefined ? underWay : 0), total });
    };
    const replay: PartReplay = {
      database: this.database,
      caller,
      clusterId,
      clusters: this.options.clusters,
      engine: this.#engine,
      cluster: new ReplayedCluster(clusterId, this.options.clusters),
      changes: new NearbyChanges(clusterId),
      profiles: new RecordedProfiles(clusterId, this.#engine),
      progress: said,
    };
    for (let after: RecordedPart | undefined; ;) {
      const page = await read(this.database, caller, (tx) => parts(tx, after));
      for (const part of page) {
        said(0);
        const replayed = await replayPart(replay, {
          part,
          mostLocated: tally.room,
          ...(only === undefined ? {} : { only }),
        });
        tally.add(part, { replayed, asked: only === undefined ? part.count : 1 });
      }
      after = page.at(-1);
      if (after === undefined || page.length < PAGE) break;
    }
    said(0);
    return tally.report();
  }
}

async function select(
  tx: Transaction,
  { cluster, selection }: { readonly cluster: string; readonly selection: ReplaySelection },
): Promise<Outcome<Selected>> {
  const row = await findCluster(tx, cluster);
  if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
  if ('decision' in selection) return selectDecision(tx, row.id, selection.decision);
  if ('run' in selection) return selectRun(tx, row.id, selection);
  return ok((await ofLog(tx, row.id, selection)) ?? { clusterId: row.id, total: 0, parts: () => Promise.resolve([]) });
}

/** The part of a decision, by the id of the decision. */
export async function selectDecision(tx: Transaction, clusterId: string, decision: string): Promise<Outcome<Selected>> {
  const [, id = '', text = ''] = DECISION_ID.exec(decision) ?? [];
  const ordinal = Number(text);
  const notFound = refuse({ kind: 'DecisionNotFound', decision });
  const run = id === '' ? undefined : await findRun(tx, clusterId, id);
  if (run === undefined) return notFound;
  if (run.dryRun) {
    const dry = await ofDryRun(tx, clusterId, run);
    return dry.refused ? dry : ordinal < dry.value.total ? ok({ ...dry.value, total: 1, only: ordinal }) : notFound;
  }
  const selected = await ofLog(tx, clusterId, { run: id, ordinal });
  return selected === undefined ? notFound : ok({ ...selected, total: 1, only: ordinal });
}

async function selectRun(
  tx: Transaction,
  clusterId: string,
  { run: id, part }: { readonly run: string; readonly part?: number },
): Promise<Outcome<Selected>> {
  const run = await findRun(tx, clusterId, id);
  if (run === undefined) return refuse({ kind: 'RunNotFound', run: id });
  if (part !== undefined && part >= run.parts)
    return refuse({
      kind: 'InvalidRequest',
      problems: [
        {
          field: 'part',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${part}: the run has ${run.parts} parts`,
        },
      ],
    });
  if (run.dryRun) return ofDryRun(tx, clusterId, run);
  const selected = await ofLog(tx, clusterId, { run: run.id, ...(part === undefined ? {} : { part }) });
  if (selected !== undefined) return ok(selected);
  return refuse({
    kind: 'RunNotReplayable',
    run: run.id,
    reason: run.parts === 0 ? 'it has decided nothing yet' : 'its parts are not kept any more',
  });
}

/** Undefined when the log has no such parts. */
async function ofLog(tx: Transaction, clusterId: string, selection: PartSelection): Promise<Selected | undefined> {
  const total = await countDecisions(tx, clusterId, selection);
  return total === undefined
    ? undefined
    : {
        clusterId,
        total,
        parts: (at, after) => listParts(at, clusterId, { ...selection, limit: PAGE, ...(after && { after }) }),
      };
}

/** Of its parts only the first says what it was decided on: the others came after it, and left nothing in the log. */
async function ofDryRun(tx: Transaction, clusterId: string, run: Run): Promise<Outcome<Selected>> {
  if (run.parts > 1)
    return refuse({
      kind: 'RunNotReplayable',
      run: run.id,
      reason: 'a dry run of several parts does not say what its later parts were decided on',
    });
  const base = await resolveMoment(tx, clusterId, `revision:${run.baseRevision}`);
  if (base.refused) return base;
  const dry = await findDryDecisions(tx, clusterId, run.id);
  const parts: RecordedPart[] =
    dry === undefined
      ? []
      : [
          {
            run: run.id,
            part: 0,
            kind: 'dryRun',
            at: dry.at,
            basePosition: base.value.position,
            firstOrdinal: 0,
            count: dry.count,
            decidedAt: null,
          },
        ];
  return ok({
    clusterId,
    total: dry?.count ?? 0,
    parts: (_, after) => Promise.resolve(after === undefined ? parts : []),
  });
}

const DECISION_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9]{1,9})$/i;
