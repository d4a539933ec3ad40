import type pg from 'pg';
import { NOT_CHECKED, type CheckResult } from '#integrity';
import type { TamperedDatabase } from '#test-services';

/** What an edit came to. */
export interface EditOutcome {
  readonly edit: string;
  readonly table: string;
  /** `found`: a violation names its table; `elsewhere`: one names what needs it; `listed`: said to be not checked. */
  readonly outcome: 'found' | 'elsewhere' | 'listed' | 'missed';
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** A number from 0 to 1, the same ones for a seed: mulberry32. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Edits that a superuser makes past the triggers, one at a time: a column of a random row of a random table gets
 * another value, or a row goes, or comes again under another key. Each is undone before the next.
 */
export class RandomEdits {
  readonly #random: () => number;

  private constructor(
    private readonly client: pg.Client,
    private readonly database: TamperedDatabase,
    seed: number,
    private readonly columns: readonly Column[],
  ) {
    this.#random = dice(seed);
  }

  /** `database` verifies all clusters; `client` edits it. */
  static async of(client: pg.Client, database: TamperedDatabase, seed: number): Promise<RandomEdits> {
    const { rows } = await client.query<Column>(
      `SELECT table_name AS table, column_name AS column, data_type AS type, is_nullable = 'YES' AS nullable
       FROM information_schema.columns WHERE table_schema = 'kept' ORDER BY table_name, ordinal_position`,
    );
    const filled: Column[] = [];
    for (const table of new Set(rows.map((one) => one.table)))
      if ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 1)
        filled.push(...rows.filter((one) => one.table === table));
    return new RandomEdits(client, database, seed, filled);
  }

  /** Makes the next one that the database takes and that changes something. */
  async next(): Promise<EditOutcome> {
    for (;;) {
      const { table, ...edit } = await this.#choose();
      try {
        return { table, edit: edit.sql, outcome: await this.#judge(table, edit) };
      } catch (error) {
        // Keys and checks hold against a superuser as well; an edit that changes nothing is none.
        const { code, message } = error as { readonly code?: string; readonly message: string };
        if (code?.startsWith('23') !== true && !message.startsWith('nothing was touched')) throw error;
      }
    }
  }

  async #judge(table: string, { sql, listed }: Omit<Edit, 'table'>): Promise<EditOutcome['outcome']> {
    const found = Object.values<CheckResult['violations']>(await this.database.after(sql)).flat();
    if (found.some((violation) => violation.table?.split(', ').includes(table))) return 'found';
    if (found.length > 0) return 'elsewhere';
    return listed ? 'listed' : 'missed';
  }

  async #choose(): Promise<Edit> {
    const tables = [...new Set(this.columns.map(({ table }) => table))];
    const table = this.#oneOf(tables);
    const columns = this.columns.filter((one) => one.table === table);
    const row = await this.#row(table);
    const how = this.#random();
    const entries = NOT_CHECKED.filter((one) => one.table === table);
    if (how < 0.1)
      return {
        table,
        sql: `DELETE FROM ${table} WHERE ${row}`,
        listed: entries.some(({ rows }) => rows.includes('gone')),
      };
    const changed = this.#oneOf(columns);
    const value = this.#value(changed, await this.#row(table));
    if (how < 0.2) {
      const names = columns.map(({ column }) => `"${column}"`);
      const values = names.map((name) => (name === `"${changed.column}"` ? value : name));
      return {
        table,
        sql: `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table} WHERE ${row}`,
        listed: entries.some(({ rows }) => rows.includes('added')),
      };
    }
    return {
      table,
      sql: `UPDATE ${table} SET "${changed.column}" = ${value} WHERE ${row}
        AND "${changed.column}"::text IS DISTINCT FROM (${value})::text`,
      listed: entries.some(({ columns: some }) => some.includes(changed.column) || some.includes('*')),
    };
  }

  /** Any row, as a condition. */
  async #row(table: string): Promise<string> {
    const { rows } = await this.client.query<{ place: string }>(
      `SELECT format('ctid = %L AND tableoid = %s', ctid, tableoid::int) AS place FROM ${table}
       ORDER BY tableoid, ctid`,
    );
    return this.#oneOf(rows).place;
  }

  /** Another value of the type of a column: a little more or less, none, nothing, or that of another row. */
  #value({ table, column, type, nullable }: Column, other: string): string {
    const name = `"${column}"`;
    const another = `(SELECT o.${name} FROM ${table} o WHERE ${other.replaceAll(/(ctid|tableoid) =/g, 'o.$1 =')})`;
    return this.#oneOf([another, ...(nullable ? ['NULL'] : []), ...(VALUES(name, this.#random())[type] ?? [])]);
  }

  #oneOf<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}

interface Edit {
  readonly table: string;
  readonly sql: string;
  readonly listed: boolean;
}

/** By the types that columns have. `where`: of 0 to 1, how far into what is edited. */
function VALUES(name: string, where: number): Readonly<Record<string, readonly string[]>> {
  const number = [`${name} + 1`, `${name} - 1`, '0'];
  const at = `(length(${name}) * ${where.toFixed(3)})::int % length(${name})`;
  const flipped = `CASE WHEN length(${name}) > 0 THEN set_byte(${name}, ${at}, get_byte(${name}, ${at}) # 1)
    ELSE '\\x00' END`;
  const json = `regexp_replace(${name}::text, '[a-z0-9]', '7', ${1 + Math.floor(where * 20)})`;
  return {
    integer: number,
    bigint: number,
    real: number,
    uuid: [`overlay(${name}::text placing 'ffff' from 33)::uuid`],
    boolean: [`NOT ${name}`],
    text: [`${name} || 'x'`, `''`, `reverse(${name})`],
    date: [`${name} + 1`, `${name} - 1`],
    'timestamp with time zone': [`${name} + interval '1 millisecond'`, `${name} - interval '1 millisecond'`],
    bytea: [flipped, `'\\x'`, `${name} || '\\x00'`],
    jsonb: [`'{}'`, `'[]'`, `'null'`, `${json}::jsonb`],
    json: [`'{}'`, `'[]'`, `'null'`, `${json}::json`],
  };
}
