import type { Caller, Database } from '#database';
import type { FieldProblem } from '#apimachinery';
import type { Node } from '#kubernetes';
import { type ClusterAt } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import type { ClusterMoments } from '../past/index.js';
import { capacitySourceOf } from './capacity-source-of.js';
import { readClusterCapacity, type ClusterCapacity } from './cluster-capacity.js';
import { readNodeColumns, type NodeColumns, type NodeColumnsRequest } from './node-columns.js';
import { dividesPods, type Division } from './capacity-source.js';
import { readDividedUtilization, type UtilizationRow } from './divided-utilization.js';
import { readNodeUsage, type NodeUsage } from './node-usage.js';

/** Clusters and moments whose sums are remembered; the one that was asked for longest ago goes first. */
const REMEMBERED = 100;

/** Columns of one sort that one answer has at most: each takes some bytes a node. */
const MOST_COLUMNS = 20;

/** Where in its log a cluster was when it was read. */
export interface LocatedPoint {
  readonly revision: string;
  readonly position: string;
}
/** Rows that are worth remembering: those of each of 5,000 nodes are a few megabytes. */
const MOST_ROWS = 30_000;

/** How full nodes and clusters are, by kube-scheduler's account. */
export class CapacityService {
  readonly #known = new Map<string, { readonly position: bigint; readonly capacity: ClusterCapacity }>();

  readonly #divided = new Map<string, { readonly position: bigint; readonly rows: readonly UtilizationRow[] }>();

  constructor(
    private readonly database: Database,
    private readonly moments: ClusterMoments,
  ) {}

  /**
   * Sums over the cluster. They change with its position only, so that a dashboard that polls an idle cluster
   * costs one look at its head.
   */
  ofCluster(caller: Caller, which: ClusterAt): Promise<Outcome<ClusterCapacity>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const {
        cluster: { id },
        point: { position },
      } = opened.value;
      const key = `${id} ${opened.value.wholeState === undefined ? 'now' : position}`;
      const known = this.#known.get(key);
      if (known?.position === position) return ok(known.capacity);
      const capacity = await readClusterCapacity(await capacitySourceOf(tx, opened.value));
      keep(this.#known, key, { position, capacity });
      return ok(capacity);
    });
  }

  /** What nodes have and pods request, divided by labels or namespaces: remembered as the sums are. */
  divided(
    caller: Caller,
    which: ClusterAt,
    divisions: readonly Division[],
  ): Promise<Outcome<readonly UtilizationRow[]>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const {
        cluster: { id, sight, sight_namespaces },
        point: { position },
      } = opened.value;
      const seen = dividesPods(divisions) ? [sight, ...[...sight_namespaces].sort()] : [];
      const state = opened.value.wholeState === undefined ? 'now' : String(position);
      const key = JSON.stringify([id, state, divisions, seen]);
      const known = this.#divided.get(key);
      if (known?.position === position) return ok(known.rows);
      const rows = await readDividedUtilization(await capacitySourceOf(tx, opened.value), divisions);
      if (rows.length <= MOST_ROWS) keep(this.#divided, key, { position, rows }, REMEMBERED / 10);
      return ok(rows);
    });
  }

  /** The usage of nodes as they were read, by name; one statement however many they are. */
  ofNodes(caller: Caller, which: ClusterAt, nodes: readonly Node[]): Promise<Outcome<ReadonlyMap<string, NodeUsage>>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : ok(await readNodeUsage(await capacitySourceOf(tx, opened.value), nodes));
    });
  }

  /**
   * Every node in one answer, column by column: two statements and some 60 bytes a node, where pages of nodes take half
   * a kilobyte for each.
   */
  async columnsOfNodes(
    caller: Caller,
    which: ClusterAt,
    request: NodeColumnsRequest,
  ): Promise<Outcome<NodeColumns & LocatedPoint>> {
    const problems = (['labels', 'resources'] as const).flatMap((field) => columnProblems(field, request[field]));
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const { point } = opened.value;
      const columns = await readNodeColumns(await capacitySourceOf(tx, opened.value), request);
      return ok({ revision: String(point.revision), position: String(point.position), ...columns });
    });
  }
}

/** Keeps what was worked out last. */
function keep<Entry>(known: Map<string, Entry>, key: string, entry: Entry, most = REMEMBERED): void {
  known.delete(key);
  known.set(key, entry);
  const oldest = known.keys().next();
  if (known.size > most && oldest.done !== true) known.delete(oldest.value);
}

function columnProblems(field: 'labels' | 'resources', names: readonly string[]): FieldProblem[] {
  const problem = (message: string): FieldProblem => ({ field, reason: 'FieldValueInvalid', message });
  if (names.length > MOST_COLUMNS) return [problem(`must name ${MOST_COLUMNS} at most, not ${names.length}`)];
  if (names.includes('')) return [problem('must not have an empty name')];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? [] : [problem(`names ${JSON.stringify(twice)} twice`)];
}
