import { objectInSight, type Sight } from '#access';
import { type Statement, type Transaction } from '#database';
import { CHANGE_COLUMNS, loggedChangeOf, type ChangeRow, type LoggedChange } from './logged-change.js';
import { seenChange } from './seen-change.js';

/** A stretch of the log: the positions after one up to another. */
export interface Stretch {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Which changes; all that is given must hold. */
export interface ChangeFilter {
  /** One of these. */
  readonly kinds?: readonly string[];
  /** One of these; empty: of no namespace. */
  readonly namespaces?: readonly string[];
  readonly name?: string;
  readonly uid?: string;
  readonly op?: string;
}

/** How much is read at once: so many changes, or the first one beyond so many bytes. */
export interface ReadSize {
  readonly count: number;
  readonly bytes: number;
}

/** Changes in the order of the log. */
export interface FoundChanges {
  readonly changes: readonly LoggedChange[];
  /** What their contents take as text. */
  readonly bytes: number;
  /** More of the stretch would match; they were too many or too large. */
  readonly more: boolean;
}

interface SizedRow extends ChangeRow, Record<string, unknown> {
  readonly size: number;
  readonly found: string;
}

/** Bodies are looked at only where they are answered: `octet_length` reads none that lies outside of its row. */
function sized(where: string, limit: string, bytes: string): string {
  return `SELECT ${CHANGE_COLUMNS}, size, found FROM (
      SELECT *, sum(size) OVER (ORDER BY position) - size AS before, count(*) OVER () AS found FROM (
        SELECT *, octet_length(body) + coalesce(octet_length(admission), 0) AS size FROM changes
        WHERE ${where} ORDER BY position LIMIT ${limit}) stretch) page
    WHERE before < ${bytes} ORDER BY position`;
}

const NEXT: Statement = { name: 'next_changes', text: sized('cluster_id = $1 AND position > $2', '$3', '$4') };

/** The changes after a position. */
export async function readNextChanges(
  tx: Transaction,
  clusterId: string,
  after: bigint,
  { count, bytes }: ReadSize,
): Promise<FoundChanges> {
  return foundOf(await tx.query<SizedRow>(NEXT, [clusterId, after, count, bytes]), count);
}

const CONDITION: Readonly<Record<keyof ChangeFilter, (value: string) => string>> = {
  kinds: (value) => `kind = ANY(${value}::text[])`,
  namespaces: (value) => `namespace = ANY(${value}::text[])`,
  name: (value) => `name = ${value}`,
  uid: (value) => `uid = ${value}`,
  op: (value) => `op = ${value}`,
};

/** Those of a stretch that match. */
export async function findChanges(
  tx: Transaction,
  clusterId: string,
  query: Stretch & { readonly filter: ChangeFilter; readonly size: ReadSize; readonly sight: Sight },
): Promise<FoundChanges> {
  const { after, upTo, filter, size, sight } = query;
  const values: unknown[] = [clusterId, after, upTo];
  const wheres = (Object.keys(CONDITION) as (keyof ChangeFilter)[]).flatMap((key) =>
    filter[key] === undefined ? [] : [CONDITION[key](`$${values.push(filter[key])}`)],
  );
  const columns = { kind: 'kind', namespace: 'namespace', name: 'name' };
  const seen = objectInSight(sight, columns, (value) => `$${values.push(value)}`);
  const where = ['cluster_id = $1 AND position > $2 AND position <= $3', ...wheres, ...seen].join(' AND ');
  const text = sized(where, `$${values.push(size.count + 1)}`, `$${values.push(size.bytes)}`);
  // What is asked most is planned once a connection: there is a plan for each month of the log in it.
  const statement = wheres.length === 0 ? { name: `changes_between_${sight.kind}`, text } : text;
  const found = foundOf(await tx.query<SizedRow>(statement, values), size.count);
  return { ...found, changes: found.changes.map((change) => seenChange(sight, change)) };
}

function foundOf(rows: readonly SizedRow[], count: number): FoundChanges {
  const kept = rows.slice(0, count);
  return {
    changes: kept.map(loggedChangeOf),
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    more: Number(rows[0]?.found ?? 0) > kept.length,
  };
}
