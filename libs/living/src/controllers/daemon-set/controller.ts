import { equalJson } from '#json';
import { podOfTemplate, type DaemonNodeUse, type KubernetesObject, type Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { hasEnded, isReady } from '../../pods/index.js';
import { controllerOf, controllerReference, isGoing, keyOf, matcherOf, ofKey, uidOf } from '../../state/index.js';
import {
  claimPods,
  concernedBy,
  createPod,
  deletePod,
  FreePods,
  inBatches,
  podsPrefix,
  wakeWhenAvailable,
  type Creation,
} from '../owned-pods/index.js';
import { RevisionHistory, type ControllerRevision } from '../revisions/index.js';
import {
  allowsSurge,
  GENERATION_LABEL,
  HASH_LABEL,
  hashOf,
  isAvailable,
  templateGeneration,
  type DaemonSet,
} from './daemon-set.js';
import { FailedPods } from './failed-pods.js';
import { concerns, isOtherNode, nodeUses, targetNode, templateFor } from './nodes.js';
import { updateStep } from './rolling-update.js';
import { inOrder, statusOf } from './status.js';

/** How many pods one look creates or deletes at the most. // as BurstReplicas */
const BURST = 250;

/** A set in one look. */
interface Round {
  readonly set: DaemonSet;
  readonly key: string;
  readonly nodes: readonly KubernetesObject[];
  readonly useOf: (node: KubernetesObject) => DaemonNodeUse;
  readonly hash: string;
}

type PodsByNode = ReadonlyMap<string, readonly Pod[]>;

/**
 * Keeps a pod on each node that its template may run on, which asks for that node alone, and replaces pods of earlier
 * templates. Reads its sets, pods, nodes and revisions. Timers: when pods that are ready become available, when a pod
 * that failed may be replaced, and after a refusal.
 * // as kubernetes v1.34 pkg/controller/daemon
 */
export class DaemonSetController implements Controller {
  readonly #context: ControllerContext;
  readonly #revisions: RevisionHistory;
  readonly #failed: FailedPods;
  readonly #free: FreePods;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#revisions = new RevisionHistory(context, HASH_LABEL);
    this.#failed = new FailedPods(context);
    this.#free = new FreePods(context.state);
  }

  *noticed(change: Change): Iterable<string> {
    this.#free.noticed(change);
    const { op, object, before } = change;
    if (object.kind === 'DaemonSet') {
      if (op === 'delete') this.#failed.forget(uidOf(object));
      else yield keyOf(object);
    } else if (object.kind === 'Node') {
      // A node that goes is not looked at: its pods are, when they go.
      if (op !== 'delete' && (before === null || isOtherNode(before, object))) yield* this.#ofNode(object);
    } else if (object.kind === 'ControllerRevision') yield* this.#ofRevision(change);
    else if (object.kind === 'Pod') yield* concernedBy(change, { kind: 'DaemonSet', isOf }, this.#context.state);
  }

  *#ofNode(node: KubernetesObject): Iterable<string> {
    const { state } = this.#context;
    for (const set of state.list('DaemonSet') as Iterable<DaemonSet>)
      if (concerns(node, set, state.dependants(uidOf(set)))) yield keyOf(set);
  }

  /** Sets whose revision changes or goes: one that is missing is made again. // as updateHistory, deleteHistory */
  #ofRevision({ op, object, before }: Change): Iterable<string> {
    if (op !== 'delete' && before === null) return [];
    const owners = [before, object].flatMap((one) => {
      const owner = one === null ? undefined : this.#context.state.byUid(controllerOf(one)?.uid ?? '');
      return owner?.kind === 'DaemonSet' ? [keyOf(owner)] : [];
    });
    return new Set(owners);
  }

  sync(key: string): void {
    const { state } = this.#context;
    const set = state.get('DaemonSet', ...ofKey(key)) as DaemonSet | undefined;
    // What a set that is deleted owns is left to the garbage collector, its revisions too.
    if (set === undefined || isGoing(set)) return this.#context.succeeded(key);
    const revisions = this.#withoutDuplicates(set, this.#revisions.list(set));
    const latest = this.#revisions.latest(set, revisions);
    if ('refused' in latest) return this.#context.retry(key);
    const hash = hashOf(latest.revision);
    const round: Round = { set, key, nodes: [...state.list('Node')], useOf: nodeUses(set.spec.template ?? {}), hash };
    const isSound = this.#manage(round);
    const pods = this.#podsByNode(set);
    this.#writeStatus(round, pods, latest.collisionCount);
    const all = [...pods.values()].flat();
    if (isSound) this.#cleanHistory(round, revisions);
    if (isSound) this.#context.succeeded(key);
    else this.#context.retry(key);
    wakeWhenAvailable(this.#context, key, { pods: all, minReadySeconds: set.spec.minReadySeconds });
  }

  /** Of several revisions of the present template the last stays, and all pods are of it. // as dedupCurHistories */
  #withoutDuplicates(set: DaemonSet, all: readonly ControllerRevision[]): readonly ControllerRevision[] {
    const same = this.#revisions.ofTemplate(set, all);
    const kept = same.at(-1);
    if (kept === undefined || same.length === 1) return all;
    const hash = hashOf(kept);
    for (const pod of this.#claim(set)) {
      const { metadata } = pod;
      if (hashOf(pod) !== hash)
        this.#context.update({ ...pod, metadata: { ...metadata, labels: { ...metadata.labels, [HASH_LABEL]: hash } } });
    }
    const removed = new Set(same.slice(0, -1));
    for (const revision of removed) this.#context.delete(revision);
    return all.filter((revision) => !removed.has(revision));
  }

  /** False where something was refused. */
  #manage(round: Round): boolean {
    const { set, nodes, useOf, hash } = round;
    if (!this.#establish(round, this.#podsByNode(set))) return false;
    if (set.spec.updateStrategy?.type !== 'RollingUpdate') return true;
    const pods = this.#podsByNode(set);
    const step = updateStep(set, { nodes, useOf, pods, hash, now: this.#context.now });
    return step !== 'no such node' && this.#apply(round, step.removed, step.added);
  }

  /** A pod on each node that is to have one, and none that is not. // as manage */
  #establish(round: Round, pods: PodsByNode): boolean {
    const { nodes } = round;
    const known = new Set(nodes.map(({ metadata }) => metadata.name));
    const added: string[] = [];
    const removed: Pod[] = [];
    for (const node of nodes) {
      const { name } = node.metadata;
      const there = pods.get(name);
      const use = round.useOf(node);
      if (there === undefined) {
        if (use.shouldRun) added.push(name);
      } else if (!use.mayStay) removed.push(...there.filter((pod) => !isGoing(pod)));
      else {
        const running = this.#running(round, there, removed);
        removed.push(...this.#needless(round, running));
        if (running.length === 0 && use.shouldRun && allowsSurge(round.set)) added.push(name);
      }
    }
    for (const [name, there] of pods) {
      if (!known.has(name)) removed.push(...there.filter((pod) => nodeNameOf(pod.spec) === '' && !isGoing(pod)));
    }
    return this.#apply(round, removed, added);
  }

  /** The pods of a node that neither go nor ended; those that ended are removed. */
  #running({ set, key }: Round, pods: readonly Pod[], removed: Pod[]): Pod[] {
    return pods.filter((pod) => {
      if (isGoing(pod)) return false;
      if (!hasEnded(pod)) return true;
      if (pod.status?.phase === 'Failed' && !this.#failed.mayGo(key, set, targetNode(pod))) return false;
      this.#saidEnded(set, pod);
      removed.push(pod);
      return false;
    });
  }

  /** Of several pods on one node all but the oldest; while one takes the place of another, both stay. */
  #needless({ set, hash }: Round, running: readonly Pod[]): Pod[] {
    const ordered = inOrder(running);
    if (!allowsSurge(set)) return ordered.slice(1);
    const [fresh, ...moreFresh] = ordered.filter((pod) => hashOf(pod) === hash);
    const [old, ...moreOld] = ordered.filter((pod) => hashOf(pod) !== hash);
    const isReplaced =
      fresh !== undefined && old !== undefined && (!isReady(old) || isAvailable(fresh, set, this.#context.now));
    return [...moreFresh, ...moreOld, ...(isReplaced ? [old] : [])];
  }

  #apply(round: Round, removed: readonly Pod[], added: readonly string[]): boolean {
    const creations = inBatches(added.slice(0, BURST), (node) => this.#create(round, node));
    for (const pod of removed.slice(0, BURST)) deletePod(this.#context, round.set, pod);
    if (removed.length > BURST || added.length > BURST) this.#context.enqueue(round.key);
    return creations.every((one) => typeof one === 'string');
  }

  #create({ set, hash }: Round, node: string): Creation {
    const { namespace = '' } = set.metadata;
    const generation = templateGeneration(set);
    const labels = { [HASH_LABEL]: hash, ...(generation !== undefined && { [GENERATION_LABEL]: generation }) };
    const template = templateFor(set.spec.template ?? {}, node);
    const owner = controllerReference(set);
    return createPod(
      this.#context,
      set,
      podOfTemplate(template, { namespace, generateName: podsPrefix(set), owner, labels }),
    );
  }

  #saidEnded(set: DaemonSet, pod: Pod): void {
    const { namespace = '', name } = pod.metadata;
    const isFailed = pod.status?.phase === 'Failed';
    const what = isFailed ? 'failed' : 'succeeded';
    const found = `Found ${what} daemon pod ${namespace}/${name} on node ${targetNode(pod)}`;
    this.#context.record({
      about: set,
      type: isFailed ? 'Warning' : 'Normal',
      reason: isFailed ? 'FailedDaemonPod' : 'SucceededDaemonPod',
      message: `${found}, will try to ${isFailed ? 'kill' : 'delete'} it`,
    });
  }

  /** The pods of a set by the node that they are for, after it has adopted and released some. */
  #podsByNode(set: DaemonSet): PodsByNode {
    const byNode = new Map<string, Pod[]>();
    for (const pod of this.#claim(set)) {
      // Its node gets another one.
      if (hasEnded(pod) && isGoing(pod)) continue;
      const node = targetNode(pod);
      if (node === '') continue;
      const there = byNode.get(node);
      if (there === undefined) byNode.set(node, [pod]);
      else there.push(pod);
    }
    return byNode;
  }

  #claim(set: DaemonSet): Pod[] {
    const free = this.#free.in(set.metadata.namespace ?? '');
    return claimPods(this.#context, set, { isOf: (pod) => isOf(set, pod), free });
  }

  /** Revisions that pods are of stay, but count towards the limit. // as cleanupHistory */
  #cleanHistory({ set, hash }: Round, all: readonly ControllerRevision[]): void {
    const { revisionHistoryLimit = 10 } = set.spec;
    const live = new Set(this.#claim(set).map(hashOf));
    const old = all.filter((revision) => hashOf(revision) !== hash);
    const past = old.filter((revision) => !live.has(hashOf(revision)));
    for (const revision of past.slice(0, Math.max(0, old.length - revisionHistoryLimit)))
      this.#context.delete(revision);
  }

  #writeStatus({ set, nodes, useOf, hash }: Round, pods: PodsByNode, collisionCount: number): void {
    const status = statusOf(set, { nodes, useOf, pods, hash, collisionCount, now: this.#context.now });
    const current = this.#context.state.byUid(uidOf(set)) as DaemonSet | undefined;
    if (current !== undefined && !equalJson({ ...current.status }, { ...status }))
      this.#context.updateStatus({ ...current, status });
  }
}

function nodeNameOf(spec: Pod['spec']): string {
  return ((spec ?? {}) as { readonly nodeName?: string }).nodeName ?? '';
}

function isOf(set: DaemonSet, pod: Pod): boolean {
  return matcherOf(set.spec.selector)(pod.metadata.labels);
}
