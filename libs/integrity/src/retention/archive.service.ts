import { access, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Decision } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import { findArchive, listArchives, type Archive, type ArchiveFile, type ArchiveCursor } from '#history';
import { refuseStorage } from '#storage';
import { edgeOf, ok, type Outcome, pageOf, type PageWindow, read, refuse } from '#requests';
import { findCluster, findReachable } from '#cluster';
import { readDecisionId, viewOf, type TraceRequest, type TraceView } from '#scheduling';
import type { ArchiveFolder } from './archive-folder.js';
import { findArchivedDecision } from './archived-decision.js';
import { findTrace } from './traces-file.js';

/** A page of archives: by cluster, the oldest revisions first. */
export interface ArchivePage {
  readonly items: readonly Archive[];
  readonly next: ArchiveCursor | null;
}

/** A file of an archive, as it lies there. */
export interface OpenArchiveFile extends ArchiveFile {
  /** Without its folder. */
  readonly name: string;
  readonly content: Readable;
}

/** Which archive of a cluster, and which decision in it. */
export interface ArchivedDecisionRequest {
  readonly archive: string;
  readonly decision: string;
}

/** Reading what was archived, from the files. */
export class ArchiveService {
  constructor(
    private readonly database: Database,
    private readonly folder: ArchiveFolder,
  ) {}

  /** Of one cluster, or of all. */
  list(
    caller: Caller,
    {
      cluster,
      pageSize: size,
      ...window
    }: PageWindow<ArchiveCursor> & { readonly cluster?: string; readonly pageSize: number },
  ): Promise<Outcome<ArchivePage>> {
    return read(this.database, caller, async (tx) => {
      const rows = cluster === undefined ? await findReachable(tx) : [await findCluster(tx, cluster)];
      const clusterIds = rows.flatMap((row) => (row?.roles.includes('auditor') === true ? row.id : []));
      if (cluster !== undefined && clusterIds.length === 0) return refuse({ kind: 'ClusterNotFound', cluster });
      const found = await listArchives(tx, { clusterIds, ...window, limit: size + 1 });
      const page = pageOf(found, { size, fromEnd: window.fromEnd });
      const edge = edgeOf(page, window);
      const next = edge === undefined ? null : { cluster: edge.cluster, revision: edge.revisions.first };
      return ok({ items: page.items, next });
    });
  }

  get(caller: Caller, cluster: string, id: string): Promise<Outcome<Archive>> {
    return read(this.database, caller, (tx) => findById(tx, cluster, id));
  }

  async open(
    caller: Caller,
    cluster: string,
    { id, which }: { readonly id: string; readonly which: 'ledgerFile' | 'tracesFile' },
  ): Promise<Outcome<OpenArchiveFile>> {
    return this.#withFile(caller, cluster, { id, which }, async (path, file) => {
      const opened = await open(path);
      return ok({ ...file, name: basename(file.path), content: opened.createReadStream() });
    });
  }

  /** A decision as its ledger recorded it. The file is read up to it: a second for some 100,000 entries. */
  async decision(
    caller: Caller,
    cluster: string,
    { archive, decision }: ArchivedDecisionRequest,
  ): Promise<Outcome<Decision>> {
    return this.#withFile(caller, cluster, { id: archive, which: 'ledgerFile' }, async (path) => {
      const parts = readDecisionId(decision);
      const found = parts && (await findArchivedDecision(path, parts));
      return found === undefined ? refuse({ kind: 'DecisionNotFound', decision }) : ok(found);
    });
  }

  /** A page of a decision's evidence. */
  async trace(
    caller: Caller,
    cluster: string,
    { archive, decision: id, ...request }: ArchivedDecisionRequest & TraceRequest,
  ): Promise<Outcome<TraceView>> {
    const decision = await this.decision(caller, cluster, { archive, decision: id });
    if (decision.refused) return decision;
    return this.#withFile(caller, cluster, { id: archive, which: 'tracesFile' }, async (path) => {
      const found = await findTrace(path, decision.value);
      if (found === undefined)
        return refuse({ kind: 'TraceNotStored', decision: id, reason: 'nothing of it was kept but the digest' });
      return ok({ decision: decision.value, ...viewOf({ decision: decision.value, ...found }, request) });
    });
  }

  async #withFile<T>(
    caller: Caller,
    cluster: string,
    { id, which }: { readonly id: string; readonly which: 'ledgerFile' | 'tracesFile' },
    use: (path: string, file: ArchiveFile) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const archive = await this.get(caller, cluster, id);
    if (archive.refused) return archive;
    const file = archive.value[which];
    const path = this.folder.pathOf(file);
    return refuseStorage(() =>
      this.folder.storage.read(async () =>
        (await isThere(path)) ? use(path, file) : refuse({ kind: 'ArchiveFileMissing', file: file.path }),
      ),
    );
  }
}

async function findById(tx: Transaction, cluster: string, id: string): Promise<Outcome<Archive>> {
  const row = await findCluster(tx, cluster);
  if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
  const first = /^([1-9][0-9]{0,17})-[1-9][0-9]{0,17}$/.exec(id)?.[1];
  const archive = first === undefined ? undefined : await findArchive(tx, row.id, BigInt(first));
  return archive?.id === id ? ok(archive) : refuse({ kind: 'ArchiveNotFound', archive: id });
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
