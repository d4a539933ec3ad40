import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, isGoing, keyOf, matcherOf, ofKey, uidOf } from '../../state/index.js';
import { hasEnded } from '../../pods/index.js';
import type { ReplicaSet } from '../replica-set/index.js';
import { isAnnotated, replicaAnnotations, revisionOf, rollbackOf } from './annotations.js';
import { find, newCondition, withCondition } from './conditions.js';
import {
  active,
  allOf,
  byAge,
  deadlineOf,
  replicasOf,
  type Deployment,
  type DeploymentStatus,
  type Sets,
} from './deployment.js';
import { NewReplicaSets } from './new-replica-set.js';
import { rollBack } from './rollback.js';
import { grownReplicas, isScaled, scaledSets, shrunkSets, type Scaling } from './scaling.js';
import { countedStatus, hasNoDeadline, isComplete, lateAt, rolloutStatus, TIMED_OUT } from './status.js';

/**
 * Rolls Deployments out: a ReplicaSet a template, the new one grows as the old ones shrink, within the bounds. Reads
 * Deployments, their ReplicaSets and, to recreate, pods. Timers: the end of the time that a rollout may stand still.
 * // as kubernetes v1.34 pkg/controller/deployment
 */
export class DeploymentController implements Controller {
  readonly #context: ControllerContext;
  readonly #fresh: NewReplicaSets;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#fresh = new NewReplicaSets(context);
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'Deployment') {
      if (op !== 'delete') yield keyOf(object);
    } else if (object.kind === 'ReplicaSet') {
      for (const one of before === null ? [object] : [before, object]) yield* this.#ownerOf(one);
      if (op !== 'delete' && controllerOf(object) === undefined) yield* this.#matching(object);
    } else if (object.kind === 'Pod' && op === 'delete') {
      const set = this.#context.state.byUid(controllerOf(object)?.uid ?? '');
      if (set !== undefined) yield* this.#ownerOf(set).filter((key) => this.#recreatesNow(key));
    }
  }

  sync(key: string): void {
    const [namespace, name] = ofKey(key);
    const deployment = this.#context.state.get('Deployment', namespace, name) as Deployment | undefined;
    if (deployment === undefined) return;
    const sets = this.#claim(deployment);
    if (isGoing(deployment))
      return this.#writeStatus(deployment, countedStatus(deployment, this.#split(deployment, sets), this.#context));
    const paused = this.#withPause(deployment);
    const isPaused = paused.spec.paused === true;
    const to = rollbackOf(paused);
    if (!isPaused && to !== undefined) this.#rollBack(paused, sets, to);
    else if (isPaused || isScaled(paused, this.#split(paused, sets))) this.#rescale(paused, sets);
    else if (paused.spec.strategy?.type === 'Recreate') this.#recreate(paused, sets);
    else this.#roll(paused, sets);
  }

  /** The sets of a Deployment, after it has adopted those that match and released those that do not. */
  #claim(deployment: Deployment): ReplicaSet[] {
    const { state } = this.#context;
    const matches = matcherOf(deployment.spec.selector);
    const uid = uidOf(deployment);
    const all = [...state.list('ReplicaSet', deployment.metadata.namespace ?? '')] as ReplicaSet[];
    return all.flatMap((set) => {
      const owner = controllerOf(set);
      if (owner?.uid === uid) {
        if (matches(set.metadata.labels)) return [set];
        if (!isGoing(deployment)) this.#context.update(released(set, uid));
        return [];
      }
      const isFree = owner === undefined && !isGoing(set) && !isGoing(deployment);
      if (!isFree || !matches(set.metadata.labels)) return [];
      return [this.#context.update(adopted(set, deployment))];
    });
  }

  #split(deployment: Deployment, sets: readonly ReplicaSet[]): Sets {
    const fresh = this.#fresh.find(deployment, sets);
    return { fresh, old: sets.filter((set) => set !== fresh) };
  }

  /** Says that the Deployment is paused or goes on. // as checkPausedConditions */
  #withPause(deployment: Deployment): Deployment {
    const conditions = deployment.status?.conditions ?? [];
    const current = find(conditions, 'Progressing');
    if (deadlineOf(deployment) === undefined || current?.reason === TIMED_OUT) return deployment;
    const isPaused = deployment.spec.paused === true;
    if (isPaused === (current?.reason === 'DeploymentPaused')) return deployment;
    const said = isPaused
      ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
      : { reason: 'DeploymentResumed', message: 'Deployment is resumed' };
    const condition = newCondition({ type: 'Progressing', status: 'Unknown', ...said }, this.#context.time);
    const status = { ...deployment.status, conditions: withCondition(conditions, condition) };
    return this.#context.updateStatus({ ...deployment, status });
  }

  /** Paused, or in another size than before. // as sync */
  #rescale(deployment: Deployment, found: readonly ReplicaSet[]): void {
    const [after, sets] = this.#fresh.existing(deployment, this.#split(deployment, found));
    const scaled = this.#scaleAll(after, sets, scaledSets(after, sets));
    if (after.spec.paused === true && rollbackOf(after) === undefined) this.#clean(after, scaled.old);
    this.#writeStatus(after, countedStatus(after, scaled, this.#context));
  }

  /** Not before the set of the present template is there. */
  #rollBack(deployment: Deployment, found: readonly ReplicaSet[], to: number): void {
    const [after, sets] = this.#fresh.ensured(deployment, this.#split(deployment, found));
    if (sets.fresh !== undefined) rollBack(this.#context, after, { sets: allOf(sets), to });
  }

  /** // as rolloutRolling */
  #roll(deployment: Deployment, found: readonly ReplicaSet[]): void {
    const [after, sets] = this.#fresh.ensured(deployment, this.#split(deployment, found));
    const { fresh } = sets;
    if (fresh === undefined) return;
    const own = replicasOf(fresh);
    const replicas = own > replicasOf(after) ? replicasOf(after) : grownReplicas(after, allOf(sets), own);
    if (replicas !== own) return this.#wrote(after, this.#scaleAll(after, sets, [{ set: fresh, replicas }]));
    const [unhealthy, others] = shrunkSets(after, fresh, sets.old);
    if (unhealthy.length + others.length === 0) return this.#finish(after, sets);
    const without = this.#scaleAll(after, sets, unhealthy);
    const scaled = (set: ReplicaSet): ReplicaSet => without.old[sets.old.indexOf(set)] ?? set;
    const left = others.map(({ set, replicas }) => ({ set: scaled(set), replicas }));
    this.#wrote(after, this.#scaleAll(after, without, left));
  }

  /** // as rolloutRecreate */
  #recreate(deployment: Deployment, found: readonly ReplicaSet[]): void {
    const [before, sets] = this.#fresh.existing(deployment, this.#split(deployment, found));
    const old = active(sets.old).map((set) => ({ set, replicas: 0 }));
    if (old.length > 0) return this.#wrote(before, this.#scaleAll(before, sets, old));
    if (this.#hasOldPods(sets)) return this.#wrote(before, sets);
    const [after, ensured] = this.#fresh.ensured(before, sets);
    const { fresh } = ensured;
    if (fresh === undefined) return;
    const replicas = replicasOf(after);
    // Where it has them already, even its annotations stay as they are.
    const grown = replicasOf(fresh) === replicas ? [] : [{ set: fresh, replicas }];
    this.#finish(after, this.#scaleAll(after, ensured, grown));
  }

  #finish(deployment: Deployment, sets: Sets): void {
    if (isComplete(deployment, deployment.status ?? {})) this.#clean(deployment, sets.old);
    this.#wrote(deployment, sets);
  }

  /** Whether pods of old sets are left, alive or going. // as oldPodsRunning */
  #hasOldPods({ old }: Sets): boolean {
    const { state } = this.#context;
    return old.some(
      (set) =>
        (set.status?.replicas ?? 0) > 0 ||
        state.dependants(uidOf(set)).some((pod) => pod.kind === 'Pod' && !hasEnded(pod as Pod)),
    );
  }

  #wrote(deployment: Deployment, sets: Sets): void {
    const status = rolloutStatus(deployment, sets, this.#context);
    if (!equalJson({ ...deployment.status }, { ...status })) return this.#writeStatus(deployment, status);
    const condition = find(status.conditions ?? [], 'Progressing');
    if (condition === undefined || hasNoDeadline(condition) || isComplete(deployment, status)) return;
    const late = lateAt(deployment, condition);
    // A second more, as upstream: the times of conditions have whole seconds.
    if (late !== undefined) this.#context.wakeBy(keyOf(deployment), Math.max(late, this.#context.now) + 1_000);
  }

  #writeStatus(deployment: Deployment, status: DeploymentStatus): void {
    if (equalJson({ ...deployment.status }, { ...status })) return;
    this.#context.updateStatus({ ...deployment, status });
  }

  #scaleAll(deployment: Deployment, sets: Sets, scalings: readonly Scaling[]): Sets {
    const scaled = new Map(scalings.map(({ set, replicas }) => [set, this.#scale(deployment, set, replicas)]));
    return {
      fresh: sets.fresh && (scaled.get(sets.fresh) ?? sets.fresh),
      old: sets.old.map((set) => scaled.get(set) ?? set),
    };
  }

  /** // as scaleReplicaSet */
  #scale(deployment: Deployment, set: ReplicaSet, replicas: number): ReplicaSet {
    const before = replicasOf(set);
    if (before === replicas && isAnnotated(set, deployment)) return set;
    const annotations = { ...set.metadata.annotations, ...replicaAnnotations(deployment) };
    const metadata = { ...set.metadata, annotations };
    const scaled = this.#context.update({ ...set, metadata, spec: { ...set.spec, replicas } });
    if (before !== replicas) {
      const change = `from ${before} to ${replicas}`;
      const message = `Scaled ${replicas > before ? 'up' : 'down'} replica set ${set.metadata.name} ${change}`;
      this.#context.record({ about: deployment, type: 'Normal', reason: 'ScalingReplicaSet', message });
    }
    return scaled;
  }

  /** Deletes the oldest revisions beyond those that are kept. // as cleanupDeployment */
  #clean({ spec: { revisionHistoryLimit } }: Deployment, old: readonly ReplicaSet[]): void {
    if (revisionHistoryLimit === undefined || revisionHistoryLimit === 2 ** 31 - 1) return;
    const alive = old.filter((set) => !isGoing(set));
    const sorted = [...alive].sort((a, b) => revisionOf(a) - revisionOf(b) || byAge(a, b));
    for (const set of sorted.slice(0, Math.max(0, alive.length - revisionHistoryLimit))) {
      const { metadata, status = {} } = set;
      const isSeen = (status.observedGeneration ?? 0) >= (metadata.generation ?? 1);
      if (replicasOf(set) === 0 && (status.replicas ?? 0) === 0 && isSeen) this.#context.delete(set);
    }
  }

  /** Whether a Deployment recreates its pods, and has none at all, not even one that has ended. // as deletePod */
  #recreatesNow(key: string): boolean {
    const { state } = this.#context;
    const deployment = state.get('Deployment', ...ofKey(key)) as Deployment | undefined;
    if (deployment?.spec.strategy?.type !== 'Recreate') return false;
    const sets = state.dependants(uidOf(deployment)).filter(({ kind }) => kind === 'ReplicaSet');
    return !sets.some((set) => state.dependants(uidOf(set)).some(({ kind }) => kind === 'Pod'));
  }

  #ownerOf(set: KubernetesObject): string[] {
    const owner = this.#context.state.byUid(controllerOf(set)?.uid ?? '');
    return owner?.kind === 'Deployment' ? [keyOf(owner)] : [];
  }

  #matching({ metadata: { namespace = '', labels } }: KubernetesObject): string[] {
    const all = [...this.#context.state.list('Deployment', namespace)] as Deployment[];
    return all.filter(({ spec }) => matcherOf(spec.selector)(labels)).map(keyOf);
  }
}

function adopted(set: ReplicaSet, deployment: Deployment): ReplicaSet {
  const { ownerReferences = [] } = set.metadata;
  return {
    ...set,
    metadata: { ...set.metadata, ownerReferences: [...ownerReferences, controllerReference(deployment)] },
  };
}

function released(set: ReplicaSet, uid: string): ReplicaSet {
  const { ownerReferences = [], ...metadata } = set.metadata;
  const left = ownerReferences.filter((one) => one.uid !== uid);
  return { ...set, metadata: { ...metadata, ...(left.length > 0 && { ownerReferences: left }) } };
}
