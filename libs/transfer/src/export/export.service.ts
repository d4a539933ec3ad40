import type { ObjectMoments, ObjectReading } from '#cluster';
import type { Caller, Database, Transactions } from '#database';
import { allKinds } from '#kubernetes';
import { served, type Manifest } from '#rows';
import { ok, read, type Outcome } from '#requests';

/** What to export. */
export interface ExportRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  /** Names of stored kinds; all of them when absent. */
  readonly kinds?: readonly string[];
  /** As it was at this moment. */
  readonly at?: string;
}

/** The objects of one state of a cluster, batch by batch. */
export interface Export {
  /** The cluster's position at that state. */
  readonly resourceVersion: string;
  /** By kind, namespace and name. */
  readonly batches: AsyncIterable<readonly Manifest[]>;
}

/** Objects in memory at a time. */
const BATCH = 100;

/** Exports of any size, with bounded memory. */
export class ExportService {
  constructor(
    database: Database,
    private readonly moments: ObjectMoments,
    /** Where it reads: at the pace of the export's reader unless something else is given. */
    private readonly transactions: Transactions = database.paced,
  ) {}

  /**
   * Hands the export to `consume`; it is readable until that has resolved, because one transaction
   * sees one state throughout.
   */
  export(
    caller: Caller,
    { kinds, ...which }: ExportRequest,
    consume: (exported: Export) => Promise<void>,
  ): Promise<Outcome<void>> {
    return read(this.transactions, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      await consume({ resourceVersion: String(opened.value.point.position), batches: batchesOf(opened.value, kinds) });
      return ok(undefined);
    });
  }
}

async function* batchesOf(reading: ObjectReading, kinds: readonly string[] | undefined): AsyncIterable<Manifest[]> {
  for (const kind of allKinds()) {
    if (kinds !== undefined && !kinds.includes(kind.kind)) continue;
    for await (const batch of reading.stream(kind, BATCH)) yield batch.map(served);
  }
}
