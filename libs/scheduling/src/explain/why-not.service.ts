import { setImmediate } from 'node:timers/promises';
import { hasWholeSight, ok, read, refuse, sightOf, type ClusterAt, type Outcome } from '#cluster';
import { sees, type Caller, type Sight } from '#database';
import { locateCluster } from '#history';
import { DEFAULT_COSTS, fitAnywhere, whyNot, type Costs, type FitAnywhere, type MayName, type WhyNot } from '#explain';
import { findDecision } from '../decisions/index.js';
import { decisionState } from '../replay/index.js';
import { podState, type PodAsked, type SeenState, type StateSource } from './pod-state.js';

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
    const { sight, ...state } = found.value;
    return ok(whyNot({ ...state, ...namesIn(sight), row, costs: { ...DEFAULT_COSTS, ...costs } }));
  }

  /** Between two nodes others have their turn, and it is seen whether the caller has gone. */
  async fitAnywhere(
    caller: Caller,
    which: ClusterAt,
    { of, limit, costs }: FitAnywhereRequest,
  ): Promise<Outcome<FitAnywhere>> {
    const found = await this.#stateOf(caller, which, of);
    if (found.refused) return found;
    const { sight, ...state } = found.value;
    const search = fitAnywhere({ ...state, ...namesIn(sight), limit, costs: { ...DEFAULT_COSTS, ...costs } });
    for (let step = search.next(); ; step = search.next()) {
      if (step.done === true) return ok(step.value);
      await setImmediate();
      caller.signal?.throwIfAborted();
    }
  }

  async #stateOf(caller: Caller, which: ClusterAt, of: WhyNotRequest['of']): Promise<Outcome<SeenState>> {
    if ('pod' in of) return podState(caller, this.source, { which, pod: of.pod });
    const { database, clusters } = this.source;
    const name = typeof which === 'string' ? which : which.cluster;
    const { decision } = of;
    const found = await read(database, caller, async (tx) => {
      const located = await locateCluster(tx, name, 'inSight');
      if (located.refused || hasWholeSight(sightOf(located.value.cluster))) return located;
      const seen = await findDecision(tx, located.value, decision);
      return seen.refused ? seen : located;
    });
    if (found.refused) return found;
    const { cluster } = found.value;
    const state = await decisionState(caller, { database, clusters, clusterId: cluster.id, decision });
    return state.refused ? state : ok({ ...state.value, sight: sightOf(cluster) });
  }
}

/** Who may be named in what is told to a reader. */
function namesIn(sight: Sight): { readonly mayName?: MayName } {
  return sight.kind === 'all' ? {} : { mayName: (namespace) => sees(sight, namespace) };
}
