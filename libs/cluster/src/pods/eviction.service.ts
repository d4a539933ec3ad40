import type { Caller, Database } from '#database';
import {
  BUDGET_RETRY_SECONDS,
  budgetProblem,
  countedBudget,
  evictablePod,
  EvictionBudgets,
  type BudgetProblem,
  type DeleteOptions,
} from '#api-server';
import { refuse, unmet, type ObjectRef, type Outcome, type Refusal, type WriteConditions } from '#requests';
import type { Manifest, StoredObject } from '#rows';
import { withCondition } from '../conditions/index.js';
import {
  kindOf,
  asEditor,
  conditioned,
  findObject,
  listObjects,
  refusedNamespace,
  removeObject,
  writeCluster,
  type ClusterWrite,
  type Deleted,
  type Preconditions,
  type WriteTarget,
} from '../objects/index.js';
import { unreadPod } from './unread-pod.js';

/** An Eviction as it is posted to pods/{name}/eviction. */
export interface EvictionRequest extends WriteTarget {
  readonly namespace: string;
  readonly name: string;
  readonly preconditions?: Preconditions;
  readonly options?: DeleteOptions;
  /** On the pod. */
  readonly conditions?: WriteConditions;
}

/** Evictions: a pod is deleted if its PodDisruptionBudget allows one disruption more, which the budget then counts. */
export class EvictionService {
  constructor(private readonly database: Database) {}

  evict(caller: Caller, request: EvictionRequest): Promise<Outcome<Deleted>> {
    const { namespace, name, conditions = {}, preconditions, options = {} } = request;
    const ref: ObjectRef = { apiVersion: 'v1', kind: 'Pod', namespace, name };
    const write = { ...request, caller: asEditor(caller), operation: 'delete', place: ref, isShort: true } as const;
    return writeCluster(this.database, write, async (work) => {
      const kind = kindOf('v1', 'Pod');
      const elsewhere = await refusedNamespace(work, kind, unreadPod(namespace, name));
      if (elsewhere !== undefined) return refuse(elsewhere);
      const pod = await findObject(work.tx, { clusterId: work.cluster.id, kind, namespace }, name);
      if (pod === undefined) return refuse({ kind: 'ObjectNotFound', object: ref });
      const failed = unmet(conditions, conditioned(pod));
      if (failed !== undefined) return failed;
      const refusal = await countEviction(work, pod.object, ref);
      if (refusal !== undefined) return refuse(refusal);
      sayDisrupted(work, pod);
      return removeObject(work, {
        kind,
        namespace,
        name,
        conditions,
        options,
        ...(preconditions && { preconditions }),
      });
    });
  }
}

/**
 * A pod that stays for its grace says why it goes; where it goes at once, no reader would see it.
 * // as addConditionAndDeletePod of API server v1.34
 */
function sayDisrupted({ cluster, draft }: ClusterWrite, { object, createdPosition }: StoredObject): void {
  if (cluster.controllers !== 'none') return;
  const evicting = { status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' } as const;
  const disrupted = withCondition(object, { type: 'DisruptionTarget', ...evicting }, draft.at, null);
  if (disrupted !== object) draft.update(disrupted, createdPosition);
}

/** Counts the eviction with the budget of the pod, where it has one that counts it; or says why it may not be. */
async function countEviction(
  { tx, cluster, draft }: ClusterWrite,
  pod: Manifest,
  object: ObjectRef,
): Promise<Refusal | undefined> {
  const { namespace, name } = object;
  const kind = kindOf('policy/v1', 'PodDisruptionBudget');
  const stored = await listObjects(tx, { clusterId: cluster.id, kind, namespace }, { conditions: [] });
  const verdict = new EvictionBudgets(stored.map((one) => one.object)).verdict(
    evictablePod(pod, cluster.controllers === 'none'),
  );
  if (verdict.allowed && verdict.counts === null) return undefined;
  if (!verdict.allowed && verdict.reason === 'severalBudgets') {
    const reason = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return { kind: 'EvictionUndecided', object, reason };
  }
  const counting = verdict.allowed ? verdict.counts : verdict.budgets[0];
  const budget = stored.find((one) => one.object === counting?.object);
  if (budget === undefined) throw new Error('the budget is one of those that were listed');
  const problem = budgetProblem(budget.object);
  if (problem !== undefined) return refusalOf(problem, object, budget.object.metadata.name);
  draft.update(countedBudget(budget.object, name, `${draft.at.toISOString().slice(0, 19)}Z`), budget.createdPosition);
  return undefined;
}

function refusalOf({ kind, reason }: BudgetProblem, object: ObjectRef, budget: string): Refusal {
  if (kind === 'forbidden') return { kind: 'EvictionUndecided', object, reason, answer: 'forbidden' };
  const retry = kind === 'processing' ? { retryAfterSeconds: BUDGET_RETRY_SECONDS } : {};
  return { kind: 'EvictionRefused', object, budget, reason, ...retry };
}
