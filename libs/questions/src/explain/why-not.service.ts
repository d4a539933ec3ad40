import { hasWholeSight, sightOf, sees, type Sight } from '#access';
import { ok, read, refuse, type Outcome } from '#requests';
import { type ClusterAt } from '#cluster';
import { type Caller } from '#database';
import { locateCluster } from '#history';
import { nearMisses } from '#apimachinery';
import {
  DEFAULT_COSTS,
  explainPreemption,
  fitAnywhere,
  placeFacts,
  requestChanges,
  whyNot,
  whyNotWithRequests,
  type Costs,
  type ExplainedPreemption,
  type FitAnywhere,
  type MayName,
  type PlaceFacts,
  type OtherRequests,
  type WhyNot,
} from '#explain';
import { findDecision, decisionState, type DecisionMoment } from '#scheduling';
import { taken } from '../slices/index.js';
import { podState, type PodAsked, type SeenState, type StateSource } from './pod-state.js';

/** What a decision was made on, and what its reader sees of it. */
type SeenMoment = SeenState & DecisionMoment;

/** Weights of changes that are not the usual ones. */
export type CostsRequest = Partial<Costs>;

/** Why a pod does not go to a node: of the present or a moment, or on the state of a decision that was made. */
export interface WhyNotRequest {
  readonly of: { readonly pod: PodAsked } | { readonly decision: string };
  readonly node: string;
  readonly costs?: CostsRequest;
  /** Whether other requests are tried, by which it would go there or elsewhere: a try takes as long as a decision. */
  readonly requests?: boolean;
}

/** What would make a pod fit anywhere: so many of the cheapest nodes. */
export interface FitAnywhereRequest extends Omit<WhyNotRequest, 'node' | 'requests'> {
  readonly limit: number;
}

/** Answers what would have to be otherwise. Nothing is written: states are copies in memory. */
export class WhyNotService {
  constructor(private readonly source: StateSource) {}

  async whyNot(caller: Caller, which: ClusterAt, { of, node, ...request }: WhyNotRequest): Promise<Outcome<WhyNot>> {
    const found = await this.#stateOf(caller, which, { of, node });
    if (found.refused) return found;
    const row = found.value.snapshot.rowOf(node);
    if (row === undefined) {
      const near = nearMisses(
        node,
        found.value.snapshot.nodes.map(({ name }) => name),
      );
      const object = { apiVersion: 'v1', kind: 'Node', namespace: '', name: node };
      return refuse({ kind: 'ObjectNotFound', object, ...(near.length > 0 && { near }) });
    }
    const { sight, ...state } = found.value;
    const input = {
      ...state,
      ...namesIn(sight),
      ...this.#identity,
      row,
      costs: { ...DEFAULT_COSTS, ...request.costs },
    };
    if (request.requests !== true) return ok(whyNot(input));
    return ok(await taken(whyNotWithRequests(input), caller.signal));
  }

  /** Between two nodes it yields to other work, and checks whether the caller has disconnected. */
  async fitAnywhere(
    caller: Caller,
    which: ClusterAt,
    { of, limit, costs }: FitAnywhereRequest,
  ): Promise<Outcome<FitAnywhere>> {
    const found = await this.#stateOf(caller, which, { of });
    if (found.refused) return found;
    const { sight, ...state } = found.value;
    const search = fitAnywhere({
      ...state,
      ...namesIn(sight),
      ...this.#identity,
      limit,
      costs: { ...DEFAULT_COSTS, ...costs },
    });
    return ok(await taken(search, caller.signal));
  }

  /**
   * Other requests of a decision's pod by which it would have come to stand elsewhere, or anywhere: on the cluster as
   * the decision saw it. Null where the engine alone does not come to the decision, because extenders had a say.
   */
  async requestChanges(caller: Caller, cluster: string, decision: string): Promise<Outcome<OtherRequests | null>> {
    const found = await this.#momentOf(caller, cluster, decision);
    if (found.refused) return found;
    const { decision: made, tieBreak: tie, snapshot, ...state } = found.value;
    const row = made.node === null ? null : (snapshot.rowOf(made.node) ?? null);
    const { holds, ...others } = await taken(requestChanges({ ...state, snapshot, row, tie }), caller.signal);
    return ok(holds ? others : null);
  }

  get #identity(): { readonly identityLabels?: readonly string[] } {
    const { identityLabels } = this.source;
    return identityLabels === undefined ? {} : { identityLabels };
  }

  /**
   * The candidates of a decision that nominated a node, made anew on the cluster as the decision saw it. Null where
   * that cluster cannot be rebuilt, and where extenders had a say.
   */
  async preemption(
    caller: Caller,
    cluster: string,
    { decision, nominated }: { readonly decision: string; readonly nominated: string },
  ): Promise<ExplainedPreemption | null> {
    const found = await this.#momentOf(caller, cluster, decision);
    if (found.refused || found.value.profile.extenders.length > 0) return null;
    const { sight, snapshot, profile, pod } = found.value;
    return explainPreemption({ snapshot, profile, pod, nominated, ...namesIn(sight) });
  }

  /** What scores of nodes come from, on the cluster as a decision saw it; nodes that are not there say nothing. */
  async placeFacts(
    caller: Caller,
    cluster: string,
    { decision, nodes }: { readonly decision: string; readonly nodes: readonly string[] },
  ): Promise<Outcome<readonly PlaceFacts[]>> {
    const found = await this.#momentOf(caller, cluster, decision);
    if (found.refused) return found;
    const { sight, ...state } = found.value;
    const rows = nodes.flatMap((node) => state.snapshot.rowOf(node) ?? []);
    return ok(rows.map((row) => placeFacts(state, row, namesIn(sight).mayName)));
  }

  async #stateOf(
    caller: Caller,
    which: ClusterAt,
    { of, node }: Pick<WhyNotRequest, 'of'> & { readonly node?: string },
  ): Promise<Outcome<SeenState>> {
    if ('pod' in of) return podState(caller, this.source, { which, pod: of.pod, ...(node !== undefined && { node }) });
    return this.#momentOf(caller, typeof which === 'string' ? which : which.cluster, of.decision);
  }

  /** The cluster as the decision saw it, and what its reader sees of that. */
  async #momentOf(caller: Caller, name: string, decision: string): Promise<Outcome<SeenMoment>> {
    const { database, clusters } = this.source;
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

/** Who may be named in what is reported to a reader. */
function namesIn(sight: Sight): { readonly mayName?: MayName } {
  return sight.kind === 'all' ? {} : { mayName: (namespace) => sees(sight, namespace) };
}
