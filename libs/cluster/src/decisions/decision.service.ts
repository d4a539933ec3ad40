import { brotli, lastDecisions, listDecisions, readChunk, type Decision, type DecisionFilter, type DecisionPosition, type EvidenceKind, type PodName, type StoredDecision } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import { decodeNodeSet, readTrace, tracePage, type Trace, type TraceFilter, type TraceRow } from '#trace';
import { findCluster } from '../clusters/index.js';
import { ok, read, refuse, type Outcome } from '../outcome/index.js';
import { findRun } from '../scheduling/index.js';

/** A page of decisions, newest run first. */
export interface DecisionPage {
  readonly items: readonly Decision[];
  readonly next: DecisionPosition | null;
}

export interface DecisionListRequest {
  readonly filter: DecisionFilter;
  readonly after?: DecisionPosition;
  readonly pageSize: number;
}

/** Which rows of a trace. */
export interface TraceRequest {
  readonly filter: TraceFilter;
  readonly orderBy: 'total' | 'name';
  readonly offset: number;
  readonly pageSize: number;
}

/** A page of a decision's trace: a row a node. */
export interface TraceView {
  readonly decision: Decision;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: Trace['scorePlugins'];
  readonly items: readonly TraceRow[];
  /** Rows that match the filter, on this page or not. */
  readonly matching: number;
  readonly nextOffset: number | null;
}

/** Reading why: decisions and their traces. */
export class DecisionService {
  constructor(private readonly database: Database) {}

  list(caller: Caller, cluster: string, request: DecisionListRequest): Promise<Outcome<DecisionPage>> {
    return this.#inCluster(caller, cluster, async (tx, clusterId) => {
      const { filter, after, pageSize } = request;
      const kind = await evidenceKind(tx, clusterId, filter.run);
      const found = await listDecisions(tx, { clusterId, kind, filter, limit: pageSize + 1, ...(after === undefined ? {} : { after }) });
      const items = found.slice(0, pageSize).map(({ decision }) => decision);
      const last = items.at(-1);
      const next = found.length > pageSize && last !== undefined ? { run: last.run, ordinal: last.ordinal } : null;
      return ok({ items, next });
    });
  }

  /** The last decision of each of these pods, by uid; pods that were never decided are not there. Dry runs do not count. */
  latest(caller: Caller, cluster: string, pods: readonly PodName[]): Promise<Outcome<ReadonlyMap<string, Decision>>> {
    return this.#inCluster(caller, cluster, async (tx, clusterId) => ok(await lastDecisions(tx, clusterId, pods)));
  }

  get(caller: Caller, cluster: string, id: string): Promise<Outcome<Decision>> {
    return this.#inCluster(caller, cluster, async (tx, clusterId) => {
      const found = await findDecision(tx, clusterId, id);
      return found === undefined ? refuse({ kind: 'DecisionNotFound', decision: id }) : ok(found.stored.decision);
    });
  }

  trace(caller: Caller, cluster: string, { id, ...request }: TraceRequest & { readonly id: string }): Promise<Outcome<TraceView>> {
    return this.#inCluster(caller, cluster, async (tx, clusterId) => {
      const found = await findDecision(tx, clusterId, id);
      if (found === undefined) return refuse({ kind: 'DecisionNotFound', decision: id });
      const { decision, trace: place } = found.stored;
      const chunk = place && (await readChunk(tx, { clusterId, runId: decision.run, kind: found.kind }, place.chunk));
      if (!place || chunk === undefined || chunk === null) {
        return refuse({ kind: 'TraceNotStored', decision: id, reason: `a pod that is ${decision.outcome} before filtering has no trace` });
      }
      const trace = readTrace(chunk.body, place.index, brotli);
      return ok({ decision, ...viewOf(trace, decodeNodeSet(chunk.nodeSet).map(({ name }) => name), request) });
    });
  }

  #inCluster<T>(caller: Caller, cluster: string, fn: (tx: Transaction, clusterId: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : fn(tx, row.id);
    });
  }
}

function viewOf(trace: Trace, nodeNames: readonly string[], request: TraceRequest): Omit<TraceView, 'decision'> {
  const { filter, orderBy, offset, pageSize } = request;
  const { items, matching } = tracePage(trace, { nodeNames, filter, orderBy, offset, limit: pageSize });
  const reached = offset + items.length;
  const { filterPlugins, scorePlugins } = trace;
  return { filterPlugins, scorePlugins, items, matching, nextOffset: reached < matching ? reached : null };
}

const DECISION_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9]{1,9})$/i;

async function findDecision(tx: Transaction, clusterId: string, id: string): Promise<{ readonly stored: StoredDecision; readonly kind: EvidenceKind } | undefined> {
  const parts = DECISION_ID.exec(id);
  if (parts === null) return undefined;
  const [, run = '', ordinal = ''] = parts;
  const kind = await evidenceKind(tx, clusterId, run);
  const found = await listDecisions(tx, { clusterId, kind, filter: { run }, after: { run, ordinal: Number(ordinal) - 1 }, limit: 1 });
  const stored = found.find(({ decision }) => decision.ordinal === Number(ordinal));
  return stored && { stored, kind };
}

/** Dry runs keep their evidence aside; without a run, only what is in the log is looked at. */
async function evidenceKind(tx: Transaction, clusterId: string, run: string | undefined): Promise<EvidenceKind> {
  if (run === undefined) return 'log';
  return (await findRun(tx, clusterId, run))?.dryRun === true ? 'dryRun' : 'log';
}
