import { findCluster } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { sightOf, sees } from '#access';
import { type Caller, type Database, type Transaction } from '#database';
import type { FieldProblem } from '#apimachinery';
import {
  groupPending,
  pendingMatch,
  statesOf,
  type PendingBy,
  type PendingFilter,
  type PendingGroup,
} from './group-pending.js';
import { readPendingPods, type PendingPod, type PendingState } from './pending-pods.queries.js';

/** A page of groups of pending pods, and how many there are at all. */
export interface PendingPage {
  /** Of all that the filter lets through, independent of the grouping. */
  readonly pods: number;
  readonly states: Readonly<Record<PendingState, number>>;
  readonly items: readonly PendingGroup[];
  readonly nextOffset: number | null;
}

/** A page of pending pods. */
export interface PendingPodPage {
  readonly pods: number;
  readonly items: readonly PendingPod[];
  readonly nextOffset: number | null;
}

/** By what a list of pending pods is ordered. */
export type PendingOrder = 'oldest' | 'name';

interface PageRequest {
  readonly offset: number;
  readonly pageSize: number;
}

/** Pods that are remembered, of all clusters together: 200 bytes each. */
const REMEMBERED = 200_000;

/** Which pods are pending now, and why. */
export class PendingService {
  readonly #known = new Map<string, { readonly revision: string; readonly pods: readonly PendingPod[] }>();

  constructor(private readonly database: Database) {}

  /** Pending pods by what is in their way, those with the most pods first. */
  async groups(
    caller: Caller,
    cluster: string,
    {
      filter,
      groupBy,
      ...page
    }: PageRequest & { readonly filter: PendingFilter; readonly groupBy: readonly PendingBy[] },
  ): Promise<Outcome<PendingPage>> {
    const twice = groupBy.find((name, index) => groupBy.indexOf(name) !== index);
    const problems = [
      ...filterProblems(filter),
      ...(twice === undefined ? [] : [invalid('groupBy', twice, 'is named twice')]),
    ];
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    return this.#inCluster(caller, cluster, (all) => {
      const pods = all.filter(pendingMatch(filter));
      return { pods: pods.length, states: statesOf(pods), ...pageOf(groupPending(pods, groupBy), page) };
    });
  }

  /** Pending pods one by one. */
  async list(
    caller: Caller,
    cluster: string,
    { filter, orderBy, ...page }: PageRequest & { readonly filter: PendingFilter; readonly orderBy: PendingOrder },
  ): Promise<Outcome<PendingPodPage>> {
    const problems = filterProblems(filter);
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    return this.#inCluster(caller, cluster, (all) => {
      const pods = all.filter(pendingMatch(filter));
      if (orderBy === 'name') pods.sort(byName);
      return { pods: pods.length, ...pageOf(pods, page) };
    });
  }

  #inCluster<T>(caller: Caller, cluster: string, fn: (pods: readonly PendingPod[]) => T): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const sight = sightOf(row);
      const pods = await this.#pods(tx, row);
      return ok(fn(sight.kind === 'all' ? pods : pods.filter(({ namespace }) => sees(sight, namespace))));
    });
  }

  /** They change with the cluster's revision only: to poll an idle cluster costs one look at its head. */
  async #pods(
    tx: Transaction,
    { id, revision }: { readonly id: string; readonly revision: string },
  ): Promise<readonly PendingPod[]> {
    const known = this.#known.get(id);
    if (known?.revision === revision) return known.pods;
    const pods = await readPendingPods(tx, id);
    this.#known.delete(id);
    this.#known.set(id, { revision, pods });
    let sum = 0;
    for (const [cluster, { pods: kept }] of [...this.#known].reverse())
      if ((sum += kept.length) > REMEMBERED) this.#known.delete(cluster);
    return pods;
  }
}

function byName(a: PendingPod, b: PendingPod): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function pageOf<T>(
  all: readonly T[],
  { offset, pageSize }: PageRequest,
): { readonly items: readonly T[]; readonly nextOffset: number | null } {
  const end = offset + pageSize;
  return { items: all.slice(offset, end), nextOffset: end < all.length ? end : null };
}

function filterProblems({ obstacle, plugin, reason }: PendingFilter): FieldProblem[] {
  if (obstacle === undefined || plugin !== undefined || reason !== undefined) return [];
  return [invalid('obstacle', obstacle, 'says how a plugin or a reason was in the way, and neither is given')];
}

function invalid(field: string, value: string, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${detail}` };
}
