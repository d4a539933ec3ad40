import {
  countRunDifferences,
  listRunDifferences,
  type ComparedPod,
  type ComparedRuns,
  type RunComparison,
} from '#audit';
import { findCluster, type ClusterRow, type SeenCluster } from '#cluster';
import { type Caller, type Database, type Transaction } from '#database';
import { ok, pageOf, read, refuse, type Outcome, type WindowPage } from '#requests';
import { sightOf } from '#access';
import { listRunParts, type RunPart } from './run-part.queries.js';
import { findKnownRun } from './seen-run.js';

/** Two runs of a cluster, by their ids. */
export interface RunPair {
  readonly base: string;
  readonly other: string;
}

/** A page of what lies behind a place. */
interface Behind<Place> {
  readonly after?: Place;
  readonly pageSize: number;
}

/** What runs were made of, and how two of them differ. */
export class RunViewService {
  constructor(private readonly database: Database) {}

  /** The parts of a run that are committed; those of a dry run are none. */
  parts(
    caller: Caller,
    { cluster, run }: { readonly cluster: string; readonly run: string },
    { after = -1, pageSize: size }: Behind<number>,
  ): Promise<Outcome<WindowPage<RunPart>>> {
    return this.#read(caller, cluster, async (tx, row) => {
      const { id: clusterId } = row;
      const found = await kindOf(tx, row, run);
      if (found.refused) return found;
      const of = { clusterId, runId: found.value.run, sight: sightOf(row) };
      const parts = await listRunParts(tx, of, { after, limit: size + 1 });
      return ok(pageOf(parts, { size }));
    });
  }

  /** Pods by what the last attempts of either run came to. */
  compare(caller: Caller, cluster: string, pair: RunPair): Promise<Outcome<RunComparison>> {
    return this.#compared(caller, { cluster, pair }, (tx, runs) => countRunDifferences(tx, runs));
  }

  /** The pods of which they do not say the same, by namespace and name. */
  differences(
    caller: Caller,
    compared: { readonly cluster: string; readonly pair: RunPair },
    { after, pageSize: size }: Behind<Pick<ComparedPod, 'namespace' | 'name'>>,
  ): Promise<Outcome<WindowPage<ComparedPod>>> {
    return this.#compared(caller, compared, async (tx, runs) => {
      const page = { ...(after === undefined ? {} : { after }), limit: size + 1 };
      return pageOf(await listRunDifferences(tx, runs, page), { size });
    });
  }

  #compared<T>(
    caller: Caller,
    { cluster, pair }: { readonly cluster: string; readonly pair: RunPair },
    work: (tx: Transaction, runs: ComparedRuns) => Promise<T>,
  ): Promise<Outcome<T>> {
    return this.#read(caller, cluster, async (tx, row) => {
      const { id: clusterId } = row;
      const base = await kindOf(tx, row, pair.base);
      if (base.refused) return base;
      const other = await kindOf(tx, row, pair.other);
      if (other.refused) return other;
      return ok(await work(tx, { clusterId, base: base.value, other: other.value, sight: sightOf(row) }));
    });
  }

  #read<T>(
    caller: Caller,
    cluster: string,
    work: (tx: Transaction, row: ClusterRow) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : work(tx, row);
    });
  }
}

/** A run that is still there, and where its decisions are. */
async function kindOf(tx: Transaction, cluster: SeenCluster, run: string): Promise<Outcome<ComparedRuns['base']>> {
  const found = await findKnownRun(tx, cluster, run);
  if (found === undefined) return refuse({ kind: 'RunNotFound', run });
  return ok({ run: found.id, kind: found.dryRun ? 'dryRun' : 'log' });
}
