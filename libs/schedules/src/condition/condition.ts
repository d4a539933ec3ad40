import { parse } from '@marcbachmann/cel-js';
import { createContext, Script } from 'node:vm';
import { rowsOf, type CellType, type Columns, type KeptRows, type ReportRow } from '#reports';

/** A condition is over so many rows at most: it has all of them in memory. */
const MOST_ROWS = 100_000;

/** A condition that goes through its rows for each of its rows may take hours; nothing else happens meanwhile. */
const TIMEOUT_MS = 1_000;

/** Why a condition has no answer. */
export class ConditionError extends Error {}

/** What is wrong with a condition over rows with these columns; undefined where nothing is. */
export function conditionProblem(condition: string, columns: Columns): string | undefined {
  try {
    evaluate(condition, [sampleOf(columns)]);
    evaluate(condition, []);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

/** Whether rows meet a condition. @throws ConditionError */
export async function isMet(condition: string, kept: Pick<KeptRows, 'chunks' | 'count'>): Promise<boolean> {
  if (kept.count > MOST_ROWS) throw new ConditionError(`the result has more than ${MOST_ROWS} rows`);
  const rows: ReportRow[] = [];
  for await (const some of rowsOf(kept)) rows.push(...some);
  return evaluate(condition, rows);
}

function evaluate(condition: string, rows: readonly ReportRow[]): boolean {
  let value: unknown;
  try {
    value = inTime(() => parse(condition)({ rows }));
  } catch (error) {
    if (isTimeout(error)) throw new ConditionError(`it takes longer than ${TIMEOUT_MS / 1_000} s`);
    // The package throws for what is wrong with the expression, with a picture of the place after the first line.
    throw new ConditionError((error as Error).message.split('\n', 1)[0]);
  }
  if (typeof value === 'boolean') return value;
  throw new ConditionError('it is neither true nor false');
}

/** The engine ends what takes longer, wherever it is. */
const CALL = new Script('work()');

function inTime(work: () => unknown): unknown {
  return CALL.runInContext(createContext({ work }), { timeout: TIMEOUT_MS });
}

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

const SAMPLES: Readonly<Record<CellType, string | number | boolean>> = {
  text: '',
  decimal: '0',
  integer: 0,
  number: 0,
  time: '1970-01-01T00:00:00.000Z',
  boolean: false,
};

/** A row with a value in each column: what names another column fails. */
function sampleOf(columns: Columns): ReportRow {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, SAMPLES[type]]));
}
