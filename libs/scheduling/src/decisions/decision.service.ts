import {
  brotli,
  countUnindexed,
  decisionsOfEach,
  findDecisions,
  findNodeSet,
  firstDecisions,
  lastDecisions,
  listDecisions,
  readBases,
  readChunk,
  readDecisionParts,
  streamDecisions,
  type Decision,
  type DecisionFilter,
  type DecisionPart,
  type DecisionsOfEach,
  type DecisionPosition,
  type PodName,
  type StoredDecision,
} from '#audit';
import type { Caller, Database, Transaction } from '#database';
import {
  decodeNodeSet,
  failingSets,
  openChunk,
  traceColumns,
  type FailingSet,
  type FailingSetBy,
  type NodeSetEntry,
  type TraceColumns,
} from '#trace';
import { why, type Why } from '#explain';
import type { FieldProblem } from '#apimachinery';
import { locateCluster } from '#history';
import { type ClusterAt, type LocatedCluster } from '#cluster';
import { edgeOf, ok, type Outcome, pageOf, type PageWindow, read, refuse, type WindowPage } from '#requests';
import { sightOf } from '#access';
import {
  boundOf,
  filterProblems,
  findDecision,
  isNarrow,
  podsNear,
  queryOf,
  refuseArchivedRun,
  type NearPods,
} from './decision-query.js';
import { unknownPlugin } from './known-words.js';
import { findRun } from '../runs/index.js';
import { NodeNames } from './node-names.js';
import { readTracePages, readTraces, type TracePageRequest } from './trace-pages.js';
import { batchesOf, viewOf, type OpenTrace, type TraceRequest, type TraceView, type WholeTrace } from './trace-view.js';
import { whyNoTrace } from './why-no-trace.js';

/** A page of decisions, the newest first. */
export interface DecisionPage extends NearPods {
  readonly items: readonly Decision[];
  readonly next: DecisionPosition | null;
  /** Where a moment was given: one that leads to the same decisions for good, for the pages after this one. */
  readonly moment?: string;
}

export interface DecisionListRequest extends PageWindow<DecisionPosition> {
  readonly filter: DecisionFilter;
  readonly pageSize: number;
}

/** A page of the decisions of each of several runs, or pods. */
export interface DecisionsRequest
  extends PageWindow<DecisionPosition>, Pick<DecisionsOfEach, 'kind' | 'of'>, Pick<DecisionFilter, 'outcome'> {
  /** Of each. */
  readonly size: number;
}

/** A trace column by column, and the names of the nodes that its rows are about. */
export interface NamedColumns {
  readonly columns: TraceColumns;
  readonly nodeNames: readonly string[];
}

/** Why a decision came out as it did: its node against another one. */
export interface ExplainedDecision extends Why {
  /** Its id. */
  readonly decision: string;
  /** The node to which it nominated the pod. */
  readonly nominatedNode: string | null;
}

/** Decisions in memory at a time. */
const BATCH = 500;

/** Of SHA-256, hexadecimal. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Reading why: decisions and their traces. */
export class DecisionService {
  readonly #nodeNames = new NodeNames();

  constructor(private readonly database: Database) {}

  /** How many decisions, of all clusters, a search looks at one by one, because the index does not have them yet. */
  unindexed(caller: Caller): Promise<number> {
    return read(this.database, caller, countUnindexed);
  }

  /**
   * The newest part of the log first and by ordinal inside a part; those of one run by ordinal, those of one pod by
   * run, the newest first; others are found in the index. At a moment: those that had been made by then; a revision's
   * decisions are there with its first position. Only those of one run or one pod can be listed from their end.
   */
  list(caller: Caller, which: ClusterAt, request: DecisionListRequest): Promise<Outcome<DecisionPage>> {
    return this.#inCluster(caller, which, async (tx, located) => {
      const problems = await filterProblems(tx, located, request.filter);
      if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
      const { pageSize: size, filter, ...window } = request;
      const query = { ...(await queryOf(tx, located, filter)), ...window };
      if (!isNarrow(query.filter) && (window.fromEnd === true || window.before !== undefined))
        throw new Error('decisions of a whole cluster are listed forward only');
      const found = isNarrow(query.filter)
        ? await listDecisions(tx, { ...query, limit: size + 1 })
        : await firstDecisions(tx, query, size + 1);
      const archived = found.length === 0 ? await refuseArchivedRun(tx, query) : undefined;
      if (archived !== undefined) return archived;
      const page = pageOf(found, { size, fromEnd: window.fromEnd });
      const edge = edgeOf(page, window)?.decision;
      const next = edge === undefined ? null : { run: edge.run, ordinal: edge.ordinal };
      return ok({
        items: page.items.map(({ decision }) => decision),
        next,
        ...(located.moment === undefined ? {} : { moment: located.moment }),
        ...(found.length === 0 && (await podsNear(tx, located, filter))),
      });
    });
  }

  /**
   * Hands all decisions of a list to `consume`; they are readable until that has resolved, because one transaction
   * sees one state throughout.
   */
  stream(
    caller: Caller,
    { filter, ...which }: { readonly cluster: string; readonly at?: string; readonly filter: DecisionFilter },
    consume: (batches: AsyncIterable<readonly Decision[]>) => Promise<void>,
  ): Promise<Outcome<void>> {
    return read(this.database.paced, caller, async (tx) => {
      const located = await locateCluster(tx, which, 'inSight');
      if (located.refused) return located;
      const problems = await filterProblems(tx, located.value, filter);
      if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
      const query = await queryOf(tx, located.value, filter);
      await consume(
        isNarrow(filter)
          ? streamDecisions(tx, query, BATCH)
          : withoutPlaces(findDecisions(tx, { ...query, batch: BATCH })),
      );
      return ok(undefined);
    });
  }

  /**
   * The last decision of each of these pods, by uid; pods that were never decided are not there. Dry runs do not count.
   */
  latest(caller: Caller, which: ClusterAt, pods: readonly PodName[]): Promise<Outcome<ReadonlyMap<string, Decision>>> {
    return this.#inCluster(caller, which, async (tx, located) => {
      const { id: clusterId } = located.cluster;
      const query = { clusterId, upTo: boundOf(located), sight: sightOf(located.cluster) };
      return ok(await lastDecisions(tx, query, pods));
    });
  }

  /**
   * A page of the decisions of each of several runs, or pods, in their order, by one statement. Runs are dry or not,
   * all of them.
   */
  ofEach(
    caller: Caller,
    which: ClusterAt,
    { size, outcome, ...request }: DecisionsRequest,
  ): Promise<Outcome<readonly WindowPage<Decision>[]>> {
    return this.#inCluster(caller, which, async (tx, located) => {
      const upTo = request.kind === 'log' ? boundOf(located) : undefined;
      const sight = sightOf(located.cluster);
      const filter = { sight, ...(outcome === undefined ? {} : { outcome }), ...(upTo === undefined ? {} : { upTo }) };
      const query = { ...request, clusterId: located.cluster.id, filter, limit: size + 1 };
      const found = await decisionsOfEach(tx, query);
      return ok(found.map((decisions) => pageOf(decisions, { size, fromEnd: request.fromEnd })));
    });
  }

  /** The parts that decisions were written with, by the ids of the decisions; those of dry runs have none. */
  partsOf(
    caller: Caller,
    cluster: string,
    decisions: readonly Decision[],
  ): Promise<Outcome<ReadonlyMap<string, DecisionPart>>> {
    return this.#inCluster(caller, cluster, async (tx, { cluster: { id } }) => {
      const keys = decisions.map(({ run, ordinal, at }) => ({ run, ordinal, at: new Date(at) }));
      const parts = await readDecisionParts(tx, id, keys);
      return ok(new Map(parts.map((part) => [`${part.run}.${part.ordinal}`, part])));
    });
  }

  get(caller: Caller, which: ClusterAt, id: string): Promise<Outcome<Decision>> {
    return this.#inCluster(caller, which, async (tx, located) => {
      const found = await findDecision(tx, located, id);
      return found.refused ? found : ok(found.value.stored.decision);
    });
  }

  async trace(
    caller: Caller,
    cluster: ClusterAt,
    { id, ...request }: TraceRequest & { readonly id: string },
  ): Promise<Outcome<TraceView>> {
    const found = await this.#trace(caller, cluster, { id, plugin: request.filter.plugin });
    return found.refused ? found : ok({ decision: found.value.decision, ...viewOf(found.value, request) });
  }

  /** Pages of the traces of decisions that were read, in their order; undefined where no trace is stored. */
  tracePages(
    caller: Caller,
    cluster: string,
    requests: readonly TracePageRequest[],
  ): Promise<Outcome<readonly (TraceView | undefined)[]>> {
    return this.#inCluster(caller, cluster, async (tx, { cluster: { id: clusterId } }) =>
      ok(await readTracePages(tx, { clusterId, nodeNames: this.#nodeNames }, requests)),
    );
  }

  async wholeTrace(
    caller: Caller,
    cluster: ClusterAt,
    { id, ...request }: Pick<TraceRequest, 'filter' | 'orderBy'> & { readonly id: string },
  ): Promise<Outcome<WholeTrace>> {
    const found = await this.#trace(caller, cluster, { id, plugin: request.filter.plugin });
    if (found.refused) return found;
    const {
      decision,
      trace: { filterPlugins, scorePlugins },
    } = found.value;
    return ok({ decision, filterPlugins, scorePlugins, batches: batchesOf(found.value, request) });
  }

  /** All of it, column by column. */
  async traceColumns(caller: Caller, cluster: ClusterAt, id: string): Promise<Outcome<NamedColumns>> {
    const found = await this.#trace(caller, cluster, { id, plugin: undefined });
    if (found.refused) return found;
    const { trace, nodeNames } = found.value;
    return ok({ columns: traceColumns(trace), nodeNames });
  }

  /**
   * The decision's node, or another one, against the best other node, or a given one. Names of nodes that were not
   * evaluated are refused by field.
   */
  async why(
    caller: Caller,
    cluster: ClusterAt,
    { id, ...asked }: { readonly id: string; readonly node?: string; readonly against?: string },
  ): Promise<Outcome<ExplainedDecision>> {
    const found = await this.#trace(caller, cluster, { id, plugin: undefined });
    if (found.refused) return found;
    const { decision, nodeNames } = found.value;
    const problems = [...unknownNodes(nodeNames, asked), ...sameNode(decision, asked)];
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    const run = await this.#inCluster(caller, cluster, async (tx, located) =>
      ok(await findRun(tx, located.cluster.id, decision.run)),
    );
    if (run.refused) return run;
    const tieBreak = run.value?.tieBreak ?? 'first';
    return ok({
      decision: id,
      nominatedNode: decision.nominatedNode,
      ...why(found.value, { ...decision, tieBreak }, asked),
    });
  }

  /** The nodes of a trace by what fails there: all that were evaluated, those that fit among them. */
  async failingSets(
    caller: Caller,
    cluster: ClusterAt,
    { id, by }: { readonly id: string; readonly by: FailingSetBy },
  ): Promise<Outcome<readonly FailingSet[]>> {
    const found = await this.#trace(caller, cluster, { id, plugin: undefined });
    if (found.refused) return found;
    const sets = failingSets(found.value.trace, by);
    const reason =
      'the trace budget of its cluster kept the best nodes alone, and what fails at the others is not known';
    return sets === null ? refuse({ kind: 'TraceNotStored', decision: id, reason }) : ok(sets);
  }

  /** The same of decisions that were read, by their ids, in as many statements as of one; without a trace, nothing. */
  columnsOfTraces(
    caller: Caller,
    cluster: string,
    decisions: readonly Decision[],
  ): Promise<Outcome<ReadonlyMap<string, NamedColumns>>> {
    return this.#ofTraces(caller, { cluster, decisions }, ({ trace, nodeNames }) => ({
      columns: traceColumns(trace),
      nodeNames,
    }));
  }

  /** The same; null where only a part of the trace is stored. */
  failingSetsOfTraces(
    caller: Caller,
    cluster: string,
    { decisions, by }: { readonly decisions: readonly Decision[]; readonly by: FailingSetBy },
  ): Promise<Outcome<ReadonlyMap<string, readonly FailingSet[] | null>>> {
    return this.#ofTraces(caller, { cluster, decisions }, ({ trace }) => failingSets(trace, by));
  }

  #ofTraces<T>(
    caller: Caller,
    { cluster, decisions }: { readonly cluster: string; readonly decisions: readonly Decision[] },
    of: (open: OpenTrace) => T,
  ): Promise<Outcome<ReadonlyMap<string, T>>> {
    return this.#inCluster(caller, cluster, async (tx, { cluster: { id: clusterId } }) => {
      const traces = await readTraces(tx, { clusterId, nodeNames: this.#nodeNames }, decisions);
      return ok(new Map([...traces].map(([id, open]) => [id, of(open)])));
    });
  }

  /** The nodes of a snapshot in the order of its rows, by the digest (hexadecimal) that columns of traces refer to. */
  nodeSet(caller: Caller, cluster: string, digest: string): Promise<Outcome<readonly NodeSetEntry[]>> {
    return this.#inCluster(caller, cluster, async (tx, { cluster: { id } }) => {
      const body = DIGEST.test(digest) ? await findNodeSet(tx, id, Buffer.from(digest, 'hex')) : undefined;
      return body === undefined ? refuse({ kind: 'NodeSetNotFound', digest }) : ok(decodeNodeSet(body));
    });
  }

  #trace(
    caller: Caller,
    which: ClusterAt,
    { id, plugin }: { readonly id: string; readonly plugin: string | undefined },
  ): Promise<Outcome<OpenTrace>> {
    return this.#inCluster(caller, which, async (tx, located) => {
      const { id: clusterId } = located.cluster;
      const found = await findDecision(tx, located, id);
      if (found.refused) return found;
      const {
        stored: { decision, trace: place },
        kind,
      } = found.value;
      const chunk = place && (await readChunk(tx, { clusterId, runId: decision.run, kind }, place.chunk));
      if (!place || chunk === undefined || chunk === null) {
        return refuse({ kind: 'TraceNotStored', decision: id, reason: whyNoTrace(decision) });
      }
      const opened = openChunk(chunk, brotli);
      const trace = opened.trace(place.index, await readBases(tx, clusterId, opened.bases));
      const problems = unknownPlugin(plugin, trace.filterPlugins);
      if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
      return ok({ decision, trace, nodeNames: await this.#nodeNames.of(tx, clusterId, opened.nodeSet) });
    });
  }

  #inCluster<T>(
    caller: Caller,
    which: ClusterAt,
    fn: (tx: Transaction, located: LocatedCluster) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const located = await locateCluster(tx, which, 'inSight');
      return located.refused ? located : fn(tx, located.value);
    });
  }
}

async function* withoutPlaces(batches: AsyncIterable<readonly StoredDecision[]>): AsyncIterable<readonly Decision[]> {
  for await (const batch of batches) yield batch.map(({ decision }) => decision);
}

/** A node is compared with another one. */
function sameNode(
  { node: own }: Pick<Decision, 'node'>,
  { node = own ?? undefined, against }: { readonly node?: string; readonly against?: string },
): readonly FieldProblem[] {
  if (against === undefined || against !== node) return [];
  const message = `Invalid value: ${JSON.stringify(against)}: the pod is on this node; compare it with another one`;
  return [{ field: 'against', reason: 'FieldValueInvalid', message }];
}

function unknownNodes(
  names: readonly string[],
  asked: { readonly node?: string; readonly against?: string },
): readonly FieldProblem[] {
  return (['node', 'against'] as const).flatMap((field): FieldProblem[] => {
    const name = asked[field];
    if (name === undefined || names.includes(name)) return [];
    const message = `Invalid value: ${JSON.stringify(name)}: no node of that name was evaluated`;
    return [{ field, reason: 'FieldValueInvalid', message }];
  });
}
