import { equalJson, ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, keyOf, ofKey, uidOf } from '../../state/index.js';
import { hasEnded } from '../../pods/index.js';
import { PodAddresses } from './addresses.js';
import { containerEvents, endEvents } from './container-events.js';
import { firstSeen, PodProgress, type PodRun } from './pod-run.js';
import type { KubeletDefaultsOf } from './kubelet-model.js';
import { conditionsOf, heardConditions, isUnheard } from './node-status.js';
import { endedStatus, endingStatus, hasRun, runningStatus, seenStatus } from './pod-status.js';
import { settingsOf, type PodSettings } from './settings.js';

const DOWN = 'kubelet.model/kubelet';
/** Of a node that its kubelet has reported as cordoned. */
const CORDONED = 'cordoned ';

/**
 * The kubelets of all nodes: they run pods as their annotations say, and end those that are deleted. Reads pods and
 * nodes. Timers: what happens to a pod next. Nothing is executed.
 */
export class Kubelets implements Controller {
  readonly #context: ControllerContext;
  readonly #addresses: PodAddresses;
  readonly #defaults: KubeletDefaultsOf | null;

  constructor(context: ControllerContext, defaults: KubeletDefaultsOf | null) {
    this.#context = context;
    this.#defaults = defaults;
    this.#addresses = new PodAddresses(context.memory);
  }

  *noticed({ op, object, before, by }: Change): Iterable<string> {
    if (object.kind === 'Pod') {
      const isOthers = nodeOf(object as Pod) !== '' && by !== this.#context.name;
      if (isOthers && !(before !== null && isStatusAlone(before, object))) yield keyOf(object);
      if (op === 'delete') this.#forget(object as Pod);
    } else if (object.kind === 'Node' && op === 'delete') this.#context.memory.delete(cordonKey(object));
    else if (object.kind === 'Node') {
      const isNews = isUnheard(object) || isCordoned(object) !== this.#context.memory.has(cordonKey(object));
      if (!isDown(object) && isNews) yield keyOf(object);
      if (before !== null && isDown(before) === isDown(object)) return;
      this.#addresses.register(object.metadata.name);
      const all = [...this.#context.state.list('Pod')] as Pod[];
      yield* all.filter((pod) => nodeOf(pod) === object.metadata.name).map(keyOf);
    }
  }

  sync(key: string): void {
    const { state } = this.#context;
    const [namespace, name] = ofKey(key);
    if (namespace === '') return this.#reportNode(name);
    const pod = state.get('Pod', ...ofKey(key)) as Pod | undefined;
    const node = pod && state.get('Node', '', nodeOf(pod));
    if (pod === undefined || node === undefined || isDown(node)) return;
    if (hasEnded(pod)) {
      this.#addresses.free(nodeOf(pod), uidOf(pod));
      if (isGoing(pod)) this.#remove(pod);
      return;
    }
    const settings = settingsOf(pod, this.#defaults?.of(pod, node));
    const run = this.#runOf(pod, settings);
    if (isGoing(pod)) this.#terminate(pod, run, settings);
    else if (!settings.hold) this.#run(pod, node, { run, settings });
  }

  /** A kubelet that is there finds that its node is taken to be silent, and says how it is. */
  #reportNode(name: string): void {
    const node = this.#context.state.get('Node', '', name);
    if (node === undefined || isDown(node)) return;
    this.#reportCordon(node);
    if (!isUnheard(node)) return;
    const conditions = heardConditions(conditionsOf(node), this.#context.time);
    this.#context.updateStatus({ ...node, status: { ...(node['status'] as object), conditions } });
    this.#sayOfNode(name, 'NodeReady');
  }

  /** // as kubelet v1.34 recordNodeSchedulableEvent */
  #reportCordon(node: KubernetesObject): void {
    const { memory } = this.#context;
    const key = cordonKey(node);
    if (isCordoned(node) === memory.has(key)) return;
    if (isCordoned(node)) memory.set(key, true);
    else memory.delete(key);
    this.#sayOfNode(node.metadata.name, isCordoned(node) ? 'NodeNotSchedulable' : 'NodeSchedulable');
  }

  /** As upstream's do, kubelets name their node in place of its uid. */
  #sayOfNode(name: string, reason: string): void {
    const about = { apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name } };
    this.#context.record({ about, type: 'Normal', reason, message: `Node ${name} status is now: ${reason}` });
  }

  #run(
    pod: Pod,
    node: KubernetesObject,
    { run, settings }: { readonly run: PodRun; readonly settings: PodSettings },
  ): void {
    const { now } = this.#context;
    const { activeDeadlineSeconds } = pod.spec as { readonly activeDeadlineSeconds?: number };
    const lateAt = activeDeadlineSeconds === undefined ? Infinity : run.seenAt + activeDeadlineSeconds * 1_000;
    if (lateAt <= now) return this.#late(pod);
    const progress = new PodProgress(pod, { run, settings, now });
    progress.advance();
    this.#context.memory.set(memoryKey(pod), progress.run);
    const next = Math.min(progress.next, lateAt);
    if (progress.run.startedAt === undefined) this.#reportSeen(pod, node, { run: progress.run, settings });
    else {
      const { outcome } = progress;
      const addressed = { ...pod, status: { ...pod.status, ...this.#addressesOf(pod, node) } };
      this.#write(pod, runningStatus(addressed, { run: progress.run, settings, outcome, now }));
      const [isVerbose, { waiting }] = [this.#defaults !== null, settings];
      for (const event of containerEvents(pod, { before: run, after: progress.run, isVerbose, waiting }))
        this.#context.record(event);
      if (outcome === 'Succeeded' || outcome === 'Failed') return this.#addresses.free(nodeOf(pod), uidOf(pod));
    }
    if (next !== Infinity) this.#context.wakeAt(keyOf(pod), next);
  }

  /** A pod that is not started yet is reported by kubelets that have a model of their own. */
  #reportSeen(
    pod: Pod,
    node: KubernetesObject,
    { run, settings }: { readonly run: PodRun; readonly settings: PodSettings },
  ): void {
    if (this.#defaults === null) return;
    const hostIP = this.#addresses.hostOf(node);
    const seen = { ...pod, status: { ...pod.status, hostIP, hostIPs: [{ ip: hostIP }] } };
    this.#write(pod, seenStatus(seen, { run, settings, outcome: 'waits', now: this.#context.now }));
  }

  #late(pod: Pod): void {
    const why = {
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    };
    this.#write(pod, endedStatus(pod, { now: this.#context.now, ...why }));
    this.#addresses.free(nodeOf(pod), uidOf(pod));
  }

  /** Ends the containers of a pod that is deleted when their time has come, and takes it away. */
  #terminate(pod: Pod, run: PodRun, { stopAfter }: PodSettings): void {
    const { now } = this.#context;
    const isRunning = hasRun(pod) || pod.status?.phase === 'Running';
    if (!isRunning) return this.#remove(pod);
    const deletedAt = run.deletedAt ?? now;
    if (run.deletedAt === undefined) {
      this.#context.memory.set(memoryKey(pod), { ...run, deletedAt } satisfies PodRun);
      for (const event of endEvents(pod)) this.#context.record(event);
    }
    const { deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
    const endsAt = deletedAt + Math.min(stopAfter, grace * 1_000);
    if (endsAt > now) {
      this.#write(pod, endingStatus(pod));
      return this.#context.wakeAt(keyOf(pod), endsAt);
    }
    this.#write(pod, endedStatus(pod, { now }));
    this.#addresses.free(nodeOf(pod), uidOf(pod));
    this.#remove(pod);
  }

  #remove(pod: Pod): void {
    this.#context.delete(pod, { gracePeriodSeconds: 0 });
  }

  #write(pod: Pod, status: NonNullable<Pod['status']>): void {
    if (!equalJson({ ...pod.status }, { ...status })) this.#context.updateStatus({ ...pod, status });
  }

  #runOf(pod: Pod, settings: PodSettings): PodRun {
    const known = this.#context.memory.get(memoryKey(pod)) as PodRun | undefined;
    if (known?.uid === uidOf(pod)) return known;
    const run = firstSeen(pod, this.#context.now);
    this.#context.memory.set(memoryKey(pod), run);
    const { podIP } = pod.status ?? {};
    if (podIP !== undefined) this.#addresses.keep(nodeOf(pod), uidOf(pod), podIP);
    for (const message of settings.faults)
      this.#context.record({ about: pod, type: 'Warning', reason: 'InvalidAnnotation', message });
    return run;
  }

  #addressesOf(pod: Pod, node: KubernetesObject): object {
    const podIP = pod.status?.podIP ?? this.#addresses.take(node, uidOf(pod));
    const hostIP = this.#addresses.hostOf(node);
    return { ...{ hostIP, hostIPs: [{ ip: hostIP }] }, ...(podIP !== undefined && { podIP, podIPs: [{ ip: podIP }] }) };
  }

  #forget(pod: Pod): void {
    this.#context.memory.delete(memoryKey(pod));
    this.#addresses.free(nodeOf(pod), uidOf(pod));
  }
}

/** What others write of a pod that lives stands until the kubelet has something to say. */
function isStatusAlone(before: KubernetesObject, after: KubernetesObject): boolean {
  if (hasEnded(after as Pod) || isGoing(before) !== isGoing(after)) return false;
  if (before.metadata.deletionGracePeriodSeconds !== after.metadata.deletionGracePeriodSeconds) return false;
  const [one, other] = [before.metadata.annotations, after.metadata.annotations];
  return equalJson({ ...one }, { ...other }) && equalJson((before as Pod).spec, (after as Pod).spec);
}

function memoryKey(pod: Pod): string {
  return `pod ${keyOf(pod)}`;
}

function nodeOf({ spec }: Pod): string {
  return (spec as { readonly nodeName?: string }).nodeName ?? '';
}

function isDown({ metadata: { annotations } }: KubernetesObject): boolean {
  return ownField(annotations, DOWN) === 'down';
}

function isCordoned({ spec }: KubernetesObject & { readonly spec?: { readonly unschedulable?: boolean } }): boolean {
  return spec?.unschedulable === true;
}

function cordonKey({ metadata: { name } }: KubernetesObject): string {
  return CORDONED + name;
}
