import type { Statement, Transaction } from '#database';
import type { Controllers } from '#kubernetes';
import type { SealedRevision } from '#ledger';
import { clockColumn, clockOfText, type ClockText, type HeadClock } from './cluster-clock.queries.js';

/** Where a cluster's log stands: what a writer must follow. */
export interface ClusterHead {
  readonly clusterId: string;
  /** Whose cluster it is (UUID): every row of it is of this team. */
  readonly teamId: string;
  readonly position: bigint;
  readonly revision: bigint;
  readonly hash: Uint8Array;
  /** The time of the last revision, or since when there is the cluster: no later revision is older. */
  readonly at: Date;
  /** Who acts in the cluster beside its API server. */
  readonly controllers: Controllers;
  /** Null in a cluster without one. */
  readonly clock: HeadClock | null;
}

const COLUMNS = `team_id, position, revision, hash, at,
    (SELECT controllers FROM clusters WHERE id = h.cluster_id) AS controllers,
    ${clockColumn('h.cluster_id')} AS clock`;

const READ_HEAD: Statement = {
  name: 'read_head',
  text: `SELECT ${COLUMNS} FROM cluster_heads h WHERE cluster_id = $1`,
};
const HOLD_HEAD: Statement = { name: 'hold_head', text: `${READ_HEAD.text} FOR UPDATE` };

/**
 * The line of those who want to hold a head is an advisory lock: PostgreSQL gives it in the order in which it was asked
 * for, and a row in any. It is taken with the row, in one statement, and always before it.
 */
const WAIT_FOR_HEAD: Statement = {
  name: 'wait_for_head',
  text: `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('berth_head'), hashtext($1::uuid::text)))
    SELECT ${COLUMNS} FROM turn, cluster_heads h WHERE cluster_id = $1::uuid
    FOR UPDATE OF h`,
};

/** The head as it is now; nothing is locked. */
export async function readHead(tx: Transaction, clusterId: string): Promise<ClusterHead> {
  return headOf(clusterId, await tx.query<HeadRow>(READ_HEAD, [clusterId]));
}

/**
 * The head, held until the transaction ends: other writers of this cluster wait, first come, first served. For short
 * writes, or after lost races. Nothing that others may want is written before. The transaction's time is then the
 * present, however long the head was waited for, or that of the last revision where the clock was put back: times never
 * fall from revision to revision.
 */
export async function lockHead(tx: Transaction, clusterId: string): Promise<ClusterHead> {
  return (await lockHeadAnd(tx, clusterId, nothing)).head;
}

/**
 * The same, and reads something behind it, in the same round trip: what is read is as the writers before have left it.
 */
export function lockHeadAnd<Read>(
  tx: Transaction,
  clusterId: string,
  read: () => Promise<Read>,
): Promise<{ readonly head: ClusterHead; readonly read: Read }> {
  return present(tx, { clusterId, hold: WAIT_FOR_HEAD, read });
}

/** The same of a head that the transaction holds already: it must not stand in line behind those who wait for it. */
export async function renewHead(tx: Transaction, clusterId: string): Promise<ClusterHead> {
  return (await present(tx, { clusterId, hold: HOLD_HEAD, read: nothing })).head;
}

interface Holding<Read> {
  readonly clusterId: string;
  readonly hold: Statement;
  readonly read: () => Promise<Read>;
}

/** PostgreSQL does one statement after the other: it reads the clock, and all the rest, when the head is held. */
async function present<Read>(
  tx: Transaction,
  { clusterId, hold, read }: Holding<Read>,
): Promise<{ readonly head: ClusterHead; readonly read: Read }> {
  const [rows, , found] = await tx.together(
    () => tx.query<HeadRow>(hold, [clusterId]),
    () => tx.refreshTime(),
    read,
  );
  const head = headOf(clusterId, rows);
  await tx.notBefore(head.at);
  return { head, read: found };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/**
 * Holds the head until the transaction ends, if it still is `from`; false when another writer was first. What others
 * write at the same positions or revision must come after this: who wrote there before it could wait for a holder of
 * the head that waits for them.
 */
export async function holdHead(tx: Transaction, from: ClusterHead): Promise<boolean> {
  const now = await tx.query<HeadRow>(HOLD_HEAD, [from.clusterId]);
  const { position, revision } = headOf(from.clusterId, now);
  return position === from.position && revision === from.revision;
}

/** How many objects there are, or how many more. */
export interface ObjectCounts {
  readonly nodes: number;
  readonly pods: number;
}

/**
 * A head that has moved on leaves the revision without a cluster, which its table refuses: what is sent
 * behind it is refused as well.
 */
const ADVANCE: Statement = {
  name: 'advance_head',
  text: `WITH moved AS (
    UPDATE cluster_heads SET position = $2::bigint + $5 - 1, revision = $3, hash = $4, at = $6,
      nodes = nodes + $15, pods = pods + $16, counted = CASE counted WHEN position THEN $2 + $5 - 1 ELSE counted END
    WHERE cluster_id = $1 AND position = $2::bigint - 1 AND revision = $3::bigint - 1 RETURNING cluster_id)
  INSERT INTO revisions (cluster_id, revision, first_position, count, hash, at, actor, principal, request_id, client,
    reason, leaf_root, prev_hash, cluster_at)
  SELECT (SELECT cluster_id FROM moved), $3, $2, $5, $4, $6, $7, $8, $9, $10, $11, $12, $13, $14::timestamptz`,
};

/**
 * Writes a revision and moves the head from exactly what it follows, in one statement, which
 * holds the head from then on. `more`: how many objects it adds.
 * @throws an error that `lostRace` knows when another writer was first
 */
export async function advanceHead(tx: Transaction, revision: SealedRevision, more: ObjectCounts): Promise<void> {
  const { actor, principal, requestId, client, reason, leafRoot, prevHash, hash } = revision;
  await tx.execute(ADVANCE, [
    revision.cluster,
    revision.firstPosition,
    revision.revision,
    Buffer.from(hash),
    revision.count,
    tx.at,
    actor,
    principal,
    requestId,
    client,
    reason,
    Buffer.from(leafRoot),
    Buffer.from(prevHash),
    revision.clusterAt ?? null,
    more.nodes,
    more.pods,
  ]);
  tx.notify(headTopic(revision.cluster), String(revision.revision));
}

/** The same of several revisions, each behind the one before. */
const ADVANCE_BY_SEVERAL: Statement = {
  name: 'advance_head_by_several',
  text: `WITH moved AS (
    UPDATE cluster_heads SET position = $4::bigint, revision = $5::bigint, hash = $6, at = $7,
      nodes = nodes + $8, pods = pods + $9, counted = CASE counted WHEN position THEN $4::bigint ELSE counted END
    WHERE cluster_id = $1 AND position = $2::bigint AND revision = $3::bigint RETURNING cluster_id)
  INSERT INTO revisions (cluster_id, revision, first_position, count, hash, at, actor, principal, request_id, client,
    reason, leaf_root, prev_hash, cluster_at)
  SELECT (SELECT cluster_id FROM moved), r.* FROM unnest($10::bigint[], $11::bigint[], $12::int[], $13::bytea[],
    $14::timestamptz[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bytea[], $21::bytea[],
    $22::timestamptz[]) r`,
};

/** Where several revisions lead from, and to. */
interface HeadMove {
  readonly from: ClusterHead;
  readonly to: ClusterHead;
  /** How many objects they add. */
  readonly more: ObjectCounts;
}

/**
 * Writes revisions that follow each other and moves the head behind the last, in one statement.
 * @throws an error that `lostRace` knows when another writer was first
 */
export async function advanceHeadBy(
  tx: Transaction,
  revisions: readonly SealedRevision[],
  { from, to, more }: HeadMove,
): Promise<void> {
  await tx.execute(ADVANCE_BY_SEVERAL, [
    from.clusterId,
    from.position,
    from.revision,
    to.position,
    to.revision,
    Buffer.from(to.hash),
    to.at,
    more.nodes,
    more.pods,
    revisions.map(({ revision }) => String(revision)),
    revisions.map(({ firstPosition }) => String(firstPosition)),
    revisions.map(({ count }) => count),
    revisions.map(({ hash }) => Buffer.from(hash)),
    revisions.map(({ at }) => at),
    revisions.map(({ actor }) => actor),
    revisions.map(({ principal }) => principal),
    revisions.map(({ requestId }) => requestId),
    revisions.map(({ client }) => client),
    revisions.map(({ reason }) => reason),
    revisions.map(({ leafRoot }) => Buffer.from(leafRoot)),
    revisions.map(({ prevHash }) => Buffer.from(prevHash)),
    revisions.map(({ clusterAt }) => clusterAt ?? null),
  ]);
  tx.notify(headTopic(from.clusterId), String(to.revision));
}

/** Counts what stands in the rows of a cluster, whose log does not say how it came there. */
export async function countHead(tx: Transaction, clusterId: string): Promise<void> {
  await tx.execute(
    `UPDATE cluster_heads h SET counted = h.position,
       nodes = (SELECT count(*) FROM nodes n WHERE n.cluster_id = $1),
       pods = (SELECT count(*) FROM pods p WHERE p.cluster_id = $1)
     WHERE h.cluster_id = $1`,
    [clusterId],
  );
}

/** Clusters whose heads do not have the counts of their objects: an older version has written there since. */
export async function listUncounted(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT h.cluster_id AS id FROM cluster_heads h JOIN clusters c ON c.id = h.cluster_id
     WHERE h.counted <> h.position AND c.deleted_at IS NULL`,
  );
  return rows.map(({ id }) => id);
}

const HEAD = 'head/';

/** What processes tell each other of a head: a topic, whose payload is the number of the last revision. */
function headTopic(clusterId: string): string {
  return HEAD + clusterId;
}

/** The cluster whose head a topic is about; undefined of any other topic. */
export function clusterOfTopic(topic: string): string | undefined {
  return topic.startsWith(HEAD) ? topic.slice(HEAD.length) : undefined;
}

interface HeadRow {
  readonly team_id: string;
  readonly position: string;
  readonly revision: string;
  readonly hash: Buffer;
  readonly at: Date;
  readonly controllers: Controllers;
  readonly clock: ClockText | null;
}

function headOf(clusterId: string, rows: readonly HeadRow[]): ClusterHead {
  const row = rows[0];
  if (row === undefined) throw new Error(`cluster ${clusterId} has no head`);
  const { team_id: teamId, position, revision, hash, at, controllers, clock } = row;
  const place = { position: BigInt(position), revision: BigInt(revision), hash, at };
  return { clusterId, teamId, ...place, controllers, clock: clockOfText(clock) };
}
