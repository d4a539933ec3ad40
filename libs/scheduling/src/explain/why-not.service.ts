import { setImmediate } from 'node:timers/promises';
import { findCluster, ok, read, refuse, type ClusterAt, type Outcome } from '#cluster';
import type { Caller } from '#database';
import { DEFAULT_COSTS, fitAnywhere, whyNot, type Costs, type FitAnywhere, type WhyNot } from '#explain';
import { decisionState, type DecisionState } from '../replay/index.js';
import { podState, type PodAsked, type StateSource } from './pod-state.js';

/** Weights of changes that are not the usual ones. */
export type CostsRequest = Partial<Costs>;

/** Why a pod does not go to a node: of the present or a moment, or on the state of a decision that was made. */
export interface WhyNotRequest {
  readonly of: { readonly pod: PodAsked } | { readonly decision: string };
  readonly node: string;
  readonly costs?: CostsRequest;
}

/** What would make a pod fit anywhere: so many of the cheapest nodes. */
export interface FitAnywhereRequest extends Omit<WhyNotRequest, 'node'> {
  readonly limit: number;
}

/** Answers what would have to be otherwise. Nothing is written: states are copies in memory. */
export class WhyNotService {
  constructor(private readonly source: StateSource) {}

  async whyNot(caller: Caller, which: ClusterAt, { of, node, costs }: WhyNotRequest): Promise<Outcome<WhyNot>> {
    const found = await this.#stateOf(caller, which, of);
    if (found.refused) return found;
    const row = found.value.snapshot.rowOf(node);
    if (row === undefined)
      return refuse({ kind: 'ObjectNotFound', object: { apiVersion: 'v1', kind: 'Node', namespace: '', name: node } });
    return ok(whyNot({ ...found.value, row, costs: { ...DEFAULT_COSTS, ...costs } }));
  }

  /** Between two nodes others have their turn, and it is seen whether the caller has gone. */
  async fitAnywhere(
    caller: Caller,
    which: ClusterAt,
    { of, limit, costs }: FitAnywhereRequest,
  ): Promise<Outcome<FitAnywhere>> {
    const found = await this.#stateOf(caller, which, of);
    if (found.refused) return found;
    const search = fitAnywhere({ ...found.value, limit, costs: { ...DEFAULT_COSTS, ...costs } });
    for (let step = search.next(); ; step = search.next()) {
      if (step.done === true) return ok(step.value);
      await setImmediate();
      caller.signal?.throwIfAborted();
    }
  }

  async #stateOf(caller: Caller, which: ClusterAt, of: WhyNotRequest['of']): Promise<Outcome<DecisionState>> {
    if ('pod' in of) return podState(caller, this.source, { which, pod: of.pod });
    const { database, clusters } = this.source;
    const name = typeof which === 'string' ? which : which.cluster;
    const cluster = await read(database, caller, (tx) => findCluster(tx, name));
    return cluster === undefined
      ? refuse({ kind: 'ClusterNotFound', cluster: name })
      : decisionState(caller, { database, clusters, clusterId: cluster.id, decision: of.decision });
  }
}
