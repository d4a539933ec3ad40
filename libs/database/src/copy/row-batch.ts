import type pg from 'pg';
import { checkRow, type CopyType, type CopyValue } from './binary-row.js';
import type { CopyTarget } from './copy-in.js';

/** One row, and where it goes. */
interface TargetedRow {
  readonly target: CopyTarget;
  readonly row: readonly CopyValue[];
}

/** Single rows of several tables that are written with one statement: one for each costs more than the rows. */
export class RowBatch {
  readonly #rows: TargetedRow[] = [];
  #sent: ((written: Promise<void>) => void) | undefined;
  readonly #written = new Promise<void>((resolve) => {
    this.#sent = resolve;
  });

  /** Resolves to 1 when the batch is written. @throws RangeError when the row does not have a value for each column. */
  async add(target: CopyTarget, row: readonly CopyValue[]): Promise<number> {
    checkRow(row, Object.values(target.columns));
    this.#rows.push({ target, row });
    await this.#written;
    return 1;
  }

  /** Sends what there is. */
  send(client: pg.ClientBase): void {
    if (this.#rows.length > 0) this.#sent?.(insertEach(client, this.#rows));
  }
}

/**
 * Writes each of the rows with the same INSERT, which the connection parses and plans once
 * for the tables that it is of.
 */
export async function insertEach(client: pg.ClientBase, rows: readonly TargetedRow[]): Promise<void> {
  const values: CopyValue[] = [];
  const inserts = rows.map(({ target: { table, columns }, row }) => {
    const names = Object.keys(columns).map((name) => `"${name}"`);
    const places = Object.values(columns).map(
      (type, index) => `$${values.push(parameter(type, row[index] ?? null))}::${type}`,
    );
    return `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${places.join(', ')})`;
  });
  const last = inserts.pop() ?? '';
  const before = inserts.map((insert, index) => `row_${index} AS (${insert})`);
  const text = before.length === 0 ? last : `WITH ${before.join(', ')} ${last}`;
  await client.query({ name: nameOf(text), text, values });
}

/** What a connection knows a statement by: PostgreSQL takes 63 characters. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `insert_each_${names.size}`));
  return name;
}

/** `pg` writes lists and objects as it takes them to be meant. */
export function parameter(type: CopyType, value: CopyValue): CopyValue {
  return type === 'jsonb' && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value;
}
