import { hasWholeSight, sightOf } from '#access';
import { findCluster, type ClusterRow } from '#cluster';
import type { Caller, Transaction } from '#database';
import { didYouMean } from '#apimachinery';
import { ok, read, refuse, type Outcome } from '#requests';
import { ForwardCluster } from '#state';
import {
  Frame,
  planFrames,
  timeProblems,
  type PlannedFrames,
  type ReportedCluster,
  type ReportSource,
  type ReportTimes,
} from './frames/index.js';
import { invalid, parameterProblems, ReportRefused, type Report, type ReportParameters } from './report/index.js';
import { REPORTS } from './reports.js';
import { keepRows, type KeptRows, type ReportRow } from './rows/index.js';

/** Which report, of when, and about what. */
export interface ReportRequest {
  readonly name: string;
  readonly times: ReportTimes;
  readonly parameters: ReportParameters;
}

/** What was read of a cluster for a report. */
export interface ReadCluster {
  readonly id: string;
  readonly name: string;
  /** The log was read up to this position; a report about a period begins behind `after`. */
  readonly position: string;
  readonly after: string;
  /** What the reader sees of it. */
  readonly visibility: 'whole' | 'part';
}

/** A report about one cluster. */
export interface ClusterReport {
  readonly cluster: ReadCluster;
  readonly from: string;
  readonly to: string;
  readonly closed: boolean;
  readonly rows: KeptRows;
}

/** Computes reports. Nothing is written. */
export class ReportService {
  constructor(private readonly source: ReportSource) {}

  /** The rows of a report about one cluster. */
  async run(
    caller: Caller,
    { cluster }: { readonly cluster: string },
    { name, times, parameters }: ReportRequest,
  ): Promise<Outcome<ClusterReport>> {
    const asked = requireReport(name, { times, parameters });
    if (asked.refused) return asked;
    const report = asked.value;
    try {
      const planned = await read(this.source.database.slow, caller, (tx) => this.#plan(tx, cluster, { report, times }));
      if (planned.refused) return planned;
      const { row, frames } = planned.value;
      const named = namedCluster(row, caller);
      const sight = sightOf(row);
      const readsAuthors = hasWholeSight(sight) && row.roles.includes('auditor');
      const states = frames.stretches.length > 1 ? new ForwardCluster(named.id, this.source.clusters) : undefined;
      const about = { caller, source: this.source, cluster: named, sight, readsAuthors, parameters, states };
      const all = frames.stretches.map((stretch) => new Frame({ ...about, stretch }));
      const rows = await keepRows(rowsIn(report, all), caller);
      const [first, last] = [all[0], all.at(-1)];
      return ok({
        cluster: {
          id: named.id,
          name: named.name,
          position: String(last?.upTo ?? 0n),
          after: String(first?.after ?? 0n),
          visibility: hasWholeSight(sight) ? 'whole' : 'part',
        },
        from: first?.from.toISOString() ?? '',
        to: last?.to.toISOString() ?? '',
        closed: frames.closed,
        rows,
      });
    } catch (error) {
      if (error instanceof ReportRefused) return refuse(error.refusal);
      throw error;
    }
  }

  async #plan(
    tx: Transaction,
    cluster: string,
    { report, times }: { readonly report: Report; readonly times: ReportTimes },
  ): Promise<Outcome<{ readonly row: ClusterRow; readonly frames: PlannedFrames }>> {
    const row = await findCluster(tx, cluster, 'inSight');
    if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
    const frames = await planFrames(tx, row, { times, about: report.about });
    return frames.refused ? frames : ok({ row, frames: frames.value });
  }
}

/** The report of a name; refused by field for everything that is wrong with the request in every cluster. */
export function requireReport(
  name: string,
  { times, parameters }: Omit<ReportRequest, 'name'>,
  scope: 'oneCluster' | 'severalClusters' = 'oneCluster',
): Outcome<Report> {
  const report = REPORTS.find((one) => one.name === name);
  if (report === undefined) {
    const near = didYouMean(
      name,
      REPORTS.map((one) => one.name),
    );
    return refuse({ kind: 'InvalidRequest', problems: [invalid('report', name, `there is no such report${near}`)] });
  }
  const { at } = times;
  const isNumber = at !== undefined && /^(revision:)?\d+$/.test(at);
  const problems = [
    ...timeProblems(times),
    ...(isNumber && scope === 'severalClusters'
      ? [invalid('at', at, 'must be a time: clusters have logs of their own')]
      : []),
    ...parameterProblems(report, parameters),
    ...(report.problems?.(parameters) ?? []),
  ];
  return problems.length > 0 ? refuse({ kind: 'InvalidRequest', problems }) : ok(report);
}

async function* rowsIn(report: Report, frames: readonly Frame[]): AsyncIterable<ReportRow> {
  for (const frame of frames) yield* report.rows(frame);
}

function namedCluster({ id, name, team, team_id: owner, clock }: ClusterRow, caller: Caller): ReportedCluster {
  return { id, name: owner === caller.team ? name : `${team}/${name}`, team, hasClock: clock !== null };
}
