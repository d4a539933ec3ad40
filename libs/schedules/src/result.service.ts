import type { Caller, Database, Transaction } from '#database';
import { rowsOf, type Columns, type ReportRow } from '#reports';
import { ok, read, refuse, type Outcome } from '#requests';
import { diffRows, type RowDifference } from './diff-rows.js';
import type { Result } from './schedule.js';
import type { Page } from './schedule.service.js';
import { seenClusters, seesAsMuch } from './seen-clusters.js';
import { findResult, findSchedule, listResults, readChunks } from './store/index.js';

/** A result with its rows. */
export interface ReadResult {
  readonly result: Result;
  readonly columns: Columns;
  readonly chunks: readonly Uint8Array[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Both results are in memory when they are compared. */
const MOST_COMPARED = 200_000;

/** What schedules came to. */
export class ResultService {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  list(
    caller: Caller,
    schedule: string,
    { after, pageSize }: { readonly after?: string; readonly pageSize: number },
  ): Promise<Outcome<Page<Result>>> {
    return read(this.database, caller, async (tx) => {
      const found = await findSchedule(tx, schedule);
      if (found === undefined) return refuse({ kind: 'ScheduleNotFound', schedule });
      const results = await listResults(tx, found.id, { before: after, limit: pageSize + 1 });
      const items = results.slice(0, pageSize);
      return ok({ items, next: results.length > pageSize ? (items.at(-1)?.id ?? null) : null });
    });
  }

  get(caller: Caller, id: string): Promise<Outcome<Result>> {
    return read(this.database, caller, async (tx) => {
      const found = UUID.test(id) ? await findResult(tx, id) : undefined;
      return found === undefined ? refuse({ kind: 'ScheduleResultNotFound', result: id }) : ok(found.result);
    });
  }

  /** The rows, for callers who see as much of the clusters that they are about as when they were computed. */
  rows(caller: Caller, id: string): Promise<Outcome<ReadResult>> {
    return read(this.database, caller, async (tx) => {
      const found = await readable(tx, id);
      return found.refused ? found : ok({ ...found.value, chunks: await readChunks(tx, found.value.result.id) });
    });
  }

  /** A result whose rows the caller may read, without them. */
  readable(caller: Caller, id: string): Promise<Outcome<Omit<ReadResult, 'chunks'>>> {
    return read(this.database, caller, (tx) => readable(tx, id));
  }

  /** What differs in a result from another one of the same columns. */
  async diff(caller: Caller, id: string, other: string): Promise<Outcome<readonly RowDifference[]>> {
    const [after, before] = [await this.rows(caller, id), await this.rows(caller, other)];
    if (after.refused) return after;
    if (before.refused) return before;
    const columns = Object.keys(after.value.columns);
    if (columns.join() !== Object.keys(before.value.columns).join())
      return refuse({
        kind: 'InvalidRequest',
        problems: [
          { field: 'with', reason: 'FieldValueInvalid', message: 'Invalid value: the two results have other columns' },
        ],
      });
    for (const { result } of [after.value, before.value])
      if ((result.rowCount ?? 0) > MOST_COMPARED)
        return refuse({
          kind: 'ScheduleResultWithoutRows',
          result: result.id,
          reason: `results of more than ${MOST_COMPARED} rows are not compared`,
        });
    const [was, is] = [await allRows(before.value.chunks), await allRows(after.value.chunks)];
    return ok(diffRows(after.value.columns, was, is));
  }
}

async function readable(tx: Transaction, id: string): Promise<Outcome<Omit<ReadResult, 'chunks'>>> {
  const found = UUID.test(id) ? await findResult(tx, id) : undefined;
  if (found === undefined) return refuse({ kind: 'ScheduleResultNotFound', result: id });
  const { result, visibility } = found;
  const { columns, state } = result;
  const without = (reason: string): Outcome<never> =>
    refuse({ kind: 'ScheduleResultWithoutRows', result: result.id, reason });
  if (columns === null) return without(`it is ${state}`);
  if (!seesAsMuch(await seenClusters(tx, Object.keys(visibility)), visibility))
    return without('what the caller sees of its clusters has changed since');
  return ok({ result, columns });
}

async function allRows(chunks: readonly Uint8Array[]): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for await (const some of rowsOf({ chunks })) rows.push(...some);
  return rows;
}
