import type { Caller, Database, Transaction } from '#database';
import { allKinds } from '#kubernetes';
import { readHead } from '../changes/index.js';
import { findCluster } from '../clusters/index.js';
import { type Manifest, served, streamObjects } from '../objects/index.js';
import { ok, read, refuse, type Outcome } from '../outcome/index.js';

/** What to export. */
export interface ExportRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  /** Names of kinds that are kept; all of them when absent. */
  readonly kinds?: readonly string[];
}

/** The objects of one state of a cluster, batch by batch. */
export interface Export {
  /** The cluster's position at that state. */
  readonly resourceVersion: string;
  /** By kind, namespace and name. */
  readonly batches: AsyncIterable<readonly Manifest[]>;
}

/** Objects in memory at a time. */
const BATCH = 500;

/** Exports of any size, with bounded memory. */
export class ExportService {
  constructor(private readonly database: Database) {}

  /** Hands the export to `consume`; it is readable until that has resolved, because one transaction sees one state throughout. */
  export(caller: Caller, { cluster, kinds }: ExportRequest, consume: (exported: Export) => Promise<void>): Promise<Outcome<void>> {
    return read(this.database.slow, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const { position } = await readHead(tx, row.id);
      await consume({ resourceVersion: String(position), batches: batchesOf(tx, row.id, kinds) });
      return ok(undefined);
    });
  }
}

async function* batchesOf(tx: Transaction, clusterId: string, kinds: readonly string[] | undefined): AsyncIterable<Manifest[]> {
  for (const kind of allKinds()) {
    if (kinds !== undefined && !kinds.includes(kind.kind)) continue;
    for await (const batch of streamObjects(tx, { clusterId, kind, namespace: '' }, BATCH)) yield batch.map(served);
  }
}
