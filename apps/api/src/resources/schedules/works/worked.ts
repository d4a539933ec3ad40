import { keepRows, type Columns, type ReportRow } from '#reports';
import type { Worked } from '#schedules';

/** What work of few rows came to. */
export async function workedRows(
  columns: Columns,
  rows: readonly ReportRow[],
  { head, clusters }: Pick<Worked, 'head' | 'clusters'>,
): Promise<Worked> {
  const all = async function* (): AsyncIterable<ReportRow> {
    yield* rows;
  };
  return { columns, rows: await keepRows(all()), head, clusters };
}
