import { allNodes, checkpointsFrom, NoteFiles } from '#history';
import { refuseStorage } from '#storage';
import { streamSnapshot } from '#state';
import {
  BirthsAuditor,
  ChainAuditor,
  CheckpointAuditor,
  IndexAuditor,
  walkLog,
  MomentsAuditor,
  nodeKey,
  PairsAuditor,
  readHeadRow,
  unreadable,
  verifyEvidence,
  type Findings,
  type KeyChange,
  type LogCounts,
  type LogAuditor,
  type NotedCheckpoints,
} from '../auditors/index.js';
import type { Caller, Database, Transaction } from '#database';
import type { IndexShape } from '#audit';
import type { NoteVerifier } from '#ledger';
import type { ArchiveFolder } from '../retention/index.js';
import { sha256, ok, refuse, type Outcome } from '#requests';
import { CapacityAuditor } from './capacity-auditor.js';
import { FitRules } from './fit-rules.js';
import { readLogStart, type LogStart } from './log-start.js';
import { NOT_CHECKED } from './not-checked.js';
import { hasEmptyRevision, listVerified, type VerifiedCluster } from './verified-clusters.queries.js';
import { verifyArchives } from './verify-archives.js';
import {
  noFindings,
  resultsOf,
  type AllFindings,
  type Verification,
  type VerificationProgress,
} from './verification.js';
import { verifyAccess } from './verify-access.js';
import { verifyIdempotency } from './verify-idempotency.js';
import { verifyOwners } from './verify-owners.js';
import { verifyProfiles } from './verify-profiles.js';
import { verifyQuotas } from './verify-quotas.js';
import { verifyState } from './verify-state.js';

/** What to verify, and who wants to know how far it is. */
export interface VerificationRequest {
  /** Id or name; all of the caller's team by default, deleted ones too. */
  readonly cluster?: string;
  /** Called now and then. */
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/** What a verification will read. */
export interface VerificationScope {
  /** Id of the one cluster that was asked for; null of all. */
  readonly cluster: string | null;
  /** How many there are. */
  readonly clusters: number;
}

/** What there is beside the database; what is not given is not looked at. */
export interface Signing {
  /** What checkpoints are signed with. */
  readonly key?: NoteVerifier;
  /** Where their notes are stored. */
  readonly files?: Pick<NoteFiles, 'clusters' | 'last' | 'sizes'>;
  /** Where archives lie. */
  readonly archives?: Pick<ArchiveFolder, 'pathOf'>;
  /** How decisions are gathered in their index, where that is not as usual. */
  readonly indexShape?: IndexShape;
}

/** The interval of progress reports. */
const PROGRESS_MS = 500;

/**
 * Whether a database still is what was written into it, and where it is not: seven checks, each of which
 * reads the tables as they are.
 */
export class VerificationService {
  constructor(
    private readonly database: Pick<Database, 'slow'>,
    private readonly signing: Signing = {},
  ) {}

  /** What a verification would read. */
  async scope(caller: Caller, cluster?: string): Promise<Outcome<VerificationScope>> {
    const found = await this.#inside(caller, (tx) => listVerified(tx, cluster));
    if (cluster === undefined) return ok({ cluster: null, clusters: found.length });
    const [first] = found;
    return first === undefined
      ? refuse({ kind: 'ClusterNotFound', cluster })
      : ok({ cluster: first.id, clusters: found.length });
  }

  /** Cluster by cluster, each as it is at one moment, in memory that does not grow with the log. */
  verify(caller: Caller, request: VerificationRequest): Promise<Outcome<Verification>> {
    // The notes may not be readable: what was not looked at is not said to hold.
    return refuseStorage(() => this.#verify(caller, request));
  }

  async #verify(
    caller: Caller,
    { cluster, onProgress = () => undefined }: VerificationRequest,
  ): Promise<Outcome<Verification>> {
    const started = performance.now();
    const clusters = await this.#inside(caller, (tx) => listVerified(tx, cluster));
    if (cluster !== undefined && clusters.length === 0) return refuse({ kind: 'ClusterNotFound', cluster });
    const findings = noFindings();
    const counts = { revisions: 0, changes: 0, decisions: 0 };
    const keyChanges: KeyChange[] = [];
    const { files } = this.signing;
    const noted = cluster === undefined ? ((await files?.clusters()) ?? []) : [];
    const notedAccess = await notesOf(files, NoteFiles.ACCESS);
    for (const [index, one] of clusters.entries()) {
      // Before the database: what is signed meanwhile is in it, or will be.
      const notes = await notesOf(files, one.id);
      const place = { cluster: one.id, number: index + 1, clusters: clusters.length };
      await this.#inside(caller, (tx) =>
        verifyCluster(tx, one, {
          beside: this.signing,
          notes,
          findings,
          counts,
          keyChanges,
          progress: (stage) => {
            onProgress({ ...place, stage, ...counts });
          },
        }),
      );
    }
    await this.#inside(caller, async (tx) => {
      await verifyOwners(tx, { noted, findings: findings.chainIntact });
      const access = { key: this.signing.key, notes: notedAccess, findings: findings.accessIntact };
      if (cluster === undefined) await verifyAccess(tx, access);
      await verifyIdempotency(tx, { teamId: caller.team, findings: findings.keysAgree });
    });
    const checks = resultsOf(findings);
    return ok({
      holds: checks.every(({ holds }) => holds),
      checks,
      keyChanges,
      notChecked: NOT_CHECKED,
      clusters: clusters.length,
      ...counts,
      durationMs: Math.round(performance.now() - started),
    });
  }

  /** All that is compared is of one moment: writers go on meanwhile. */
  #inside<T>(caller: Caller, fn: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.slow.transaction(caller, fn, { readOnly: true, snapshot: true });
  }
}

async function notesOf(files: Signing['files'], of: string): Promise<NotedCheckpoints> {
  return { last: await files?.last(of), sizes: (await files?.sizes(of)) ?? [] };
}

/** Where what is seen of a cluster goes. */
interface Seen {
  readonly beside: Signing;
  readonly notes: NotedCheckpoints;
  readonly findings: AllFindings;
  readonly counts: LogCounts;
  readonly keyChanges: KeyChange[];
  readonly progress: (stage: VerificationProgress['stage']) => void;
}

async function verifyCluster(tx: Transaction, cluster: VerifiedCluster, seen: Seen): Promise<void> {
  const { id: clusterId, teamId, deletedAt } = cluster;
  const { findings, progress, beside } = seen;
  const start = await readLogStart(tx, clusterId, findings.chainIntact);
  await verifyDeletion(tx, { cluster, start, findings: findings.chainIntact });
  const { origin, archivedUpTo } = start;
  await verifyArchives(tx, { clusterId, origin, findings: findings.chainIntact, folder: beside.archives });
  progress('log');
  await verifyLog(tx, { cluster, start }, seen);
  await verifyProfiles(tx, { clusterId, findings: findings.chainIntact });
  progress('evidence');
  await verifyEvidence(tx, { clusterId, teamId, hash: sha256, findings: findings.decisionsKept, archivedUpTo });
  progress('state');
  const retired = deletedAt !== null;
  // Of a deleted cluster whose log was archived there is no state that the rest could begin with.
  if (retired && archivedUpTo > 0n) return;
  await verifyState(tx, { clusterId, teamId, retired, findings: findings.boundOnce, start });
  await verifyQuotas(tx, { clusterId, findings: findings.quotasExact });
}

/** A cluster was deleted by a revision that changed nothing, and its name says so. */
async function verifyDeletion(
  tx: Transaction,
  {
    cluster: { id, name, deletedAt },
    start,
    findings,
  }: { readonly cluster: VerifiedCluster; readonly start: LogStart; readonly findings: Findings },
): Promise<void> {
  const fault = (message: string): void => {
    findings.add({ cluster: id, table: 'clusters', message });
  };
  if (name.endsWith(`~${id}`) !== (deletedAt !== null)) fault('has a name that does not say whether it was deleted');
  if (deletedAt === null || (await hasEmptyRevision(tx, id, deletedAt))) return;
  if (start.archivedUpTo > 0n) findings.notCheckable++;
  else fault('says that it was deleted at a time at which the log does not');
}

/** Every auditor sees every entry of the log, once. */
async function verifyLog(
  tx: Transaction,
  { cluster: { id: clusterId, teamId }, start }: { readonly cluster: VerifiedCluster; readonly start: LogStart },
  { findings, counts, keyChanges, progress, notes, beside: { key, indexShape: shape } }: Seen,
): Promise<void> {
  const chain = new ChainAuditor({
    clusterId,
    teamId,
    hash: sha256,
    findings: findings.chainIntact,
    after: start.chain,
  });
  const pairs = new PairsAuditor(clusterId, findings.decidedOnce);
  const births = new BirthsAuditor(clusterId, findings.decisionsKept);
  const isArchived = start.archivedUpTo > 0n;
  const moments = new MomentsAuditor({ clusterId, findings: findings.decisionsKept, isArchived });
  const index = await IndexAuditor.open(tx, clusterId, { archived: start.archived, shape });
  const capacity = new CapacityAuditor({
    clusterId,
    findings: findings.withinCapacity,
    rules: await FitRules.read(tx, clusterId),
  });
  const checkpoints = new CheckpointAuditor({
    clusterId,
    hash: sha256,
    findings: findings.chainIntact,
    key,
    notes,
    origin: start.origin,
    from: start.frontier,
    stored: await checkpointsFrom(tx, clusterId, 0),
    nodes: new Map((await allNodes(tx, clusterId)).map((node) => [nodeKey(node), node.hash])),
  });
  await beginWith(tx, { clusterId, start, capacity, births, pairs, findings: findings.withinCapacity });
  await walkLog(tx, clusterId, {
    auditors: [chain, checkpoints, pairs, births, moments, index, capacity, heard(() => progress('log'))],
    counts,
    onUnreadable: (one) => findings.chainIntact.add(one),
  });
  chain.end(await readHeadRow(tx, clusterId));
  checkpoints.end();
  keyChanges.push(...checkpoints.keyChanges);
  await index.end(tx, findings.decisionsKept);
}

/** The nodes and pods that were there before the first change. */
async function beginWith(
  tx: Transaction,
  {
    clusterId,
    start,
    capacity,
    births,
    pairs,
    findings,
  }: {
    readonly clusterId: string;
    readonly start: LogStart;
    readonly capacity: CapacityAuditor;
    readonly births: BirthsAuditor;
    readonly pairs: PairsAuditor;
    readonly findings: Findings;
  },
): Promise<void> {
  if (start.position === 0n) return;
  for await (const objects of streamSnapshot(tx, { clusterId, position: start.position })) {
    for (const object of objects) {
      if (object.kind !== 'Node' && object.kind !== 'Pod') continue;
      const why = unreadable(() => {
        const stored = object.stored().object;
        capacity.present(stored);
        if (object.kind !== 'Pod') return;
        births.present(stored);
        pairs.present(stored);
      });
      if (why !== undefined)
        findings.add({
          cluster: clusterId,
          position: String(start.position),
          table: 'snapshot_chunks',
          message: `${object.kind} ${object.name} ${why}`,
        });
    }
  }
}

/** Says now and then that the log goes by. */
function heard(say: () => void): LogAuditor {
  let last = performance.now();
  return {
    seal() {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      say();
    },
  };
}
