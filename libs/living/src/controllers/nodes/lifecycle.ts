import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { nodeOf } from '../../pods/index.js';
import { heartbeatOf, isSilent, notReady, readyOf, unknownConditions } from './health.js';
import {
  hasTaint,
  NOT_READY,
  UNREACHABLE,
  withoutTaints,
  withTaints,
  type OwnTaint,
  type TaintedNode,
} from './taints.js';
import { WaitingNodes } from './waiting.js';
import { countedZones, entering, isTroubled, NEW_ZONE, stateOf, stopped, zoneOf } from './zones.js';

/** The component that its Events name. */
const COMPONENT = 'node-controller';
/** How often nodes are looked at. // as nodeMonitorPeriod */
const PERIOD_MS = 5_000;
/** How often kubelets say that they are there. */
const HEARTBEAT_MS = 10_000;
/** After so long a kubelet that is silent is taken to be gone; one that never said how its node is later. */
const GRACE_MS = 50_000;
const STARTUP_GRACE_MS = 60_000;
/** Looks at all nodes. // as monitorNodeHealth */
const LOOK = 'look';
/** Taints nodes that wait for it. // as doNoExecuteTaintingPass */
const TAINT = 'taint';
/** Of a kubelet that is silent: when it was heard last, in milliseconds since 1970. */
const HEARD = 'heard ';
/** Of a node that came with taints of this controller: it is not looked at yet. */
const NEW = 'new ';
/** Of a node that was reported to be registered: its uid, or true where it has none. */
const KNOWN = 'known ';
/** Nodes are reported. Earlier releases did not report any, nor keep which nodes they knew. */
const REPORTS = 'reports';
/** Some zone is not normal, or nodes wait to be tainted: a look counts other nodes too. */
const TROUBLED = 'troubled';

const NOT_READY_TAINT: OwnTaint = { key: NOT_READY, effect: 'NoExecute' };
const UNREACHABLE_TAINT: OwnTaint = { key: UNREACHABLE, effect: 'NoExecute' };

/**
 * Finds nodes whose kubelets are silent, says that their state is unknown and that their pods are not ready, and taints
 * nodes that are not ready with NoExecute, a few at a time. Reads nodes and pods. Timers: looks every 5 seconds, while
 * there may be something to do; when a zone lets another node be tainted.
 * // as kubernetes v1.34 pkg/controller/nodelifecycle
 */
export class NodeLifecycleController implements Controller {
  readonly #context: ControllerContext;
  readonly #waiting: WaitingNodes;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#waiting = new WaitingNodes(context.memory);
    this.#meet();
  }

  /** After an upgrade, nodes that were there before have not come just now: they are not reported. */
  #meet(): void {
    const { memory, state, isContinued } = this.#context;
    if (memory.has(REPORTS)) return;
    memory.set(REPORTS, true);
    if (!isContinued || [...memory.keys()].some((key) => key.startsWith(KNOWN))) return;
    for (const { metadata } of state.list('Node')) memory.set(KNOWN + metadata.name, metadata.uid ?? true);
  }

  noticed({ op, object, before, by }: Change): Iterable<string> {
    if (object.kind !== 'Node') return [];
    const { memory, name } = this.#context;
    const node: TaintedNode = object;
    const isTainted = hasTaint(node, NOT_READY_TAINT) || hasTaint(node, UNREACHABLE_TAINT);
    if (op === 'delete') [HEARD, NEW].forEach((key) => memory.delete(key + node.metadata.name));
    else if (by !== name) this.#listen(node, before);
    if (before === null && isTainted) memory.set(NEW + node.metadata.name, true);
    const isSound = readyOf(node) === 'True' && !isSilent(node) && !isTainted;
    const isKnown = memory.has(KNOWN + node.metadata.name);
    if (!isSound || !isKnown || op === 'delete' || memory.get(TROUBLED) === true) this.#lookBy(this.#context.now);
    return [];
  }

  sync(key: string): void {
    const { state, memory } = this.#context;
    if (key === TAINT) return this.#taint();
    const nodes = [...state.list('Node')] as TaintedNode[];
    this.#register(nodes);
    for (const node of nodes) if (memory.delete(NEW + node.metadata.name)) this.#free(node);
    const judged = nodes.map((node) => this.#judge(node));
    this.#weigh(judged);
    // The pass that taints comes up to 100 ms later: the taints of conditions are there by then.
    this.#context.enqueue(TAINT);
    const zones = this.#waiting.zones.map((name) => this.#waiting.zone(name));
    if (zones.some(isTroubled) || !this.#waiting.isEmpty) memory.set(TROUBLED, true);
    else memory.delete(TROUBLED);
  }

  /** Reports nodes that came and nodes that went since the last look. // as classifyNodes */
  #register(nodes: readonly TaintedNode[]): void {
    const { memory } = this.#context;
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    for (const { metadata } of nodes) {
      const { name, uid } = metadata;
      if (memory.has(KNOWN + name)) continue;
      memory.set(KNOWN + name, uid ?? true);
      this.#report({ name, uid }, 'RegisteredNode', `Registered Node ${name} in Controller`);
    }
    for (const [key, uid] of [...memory]) {
      const name = key.slice(KNOWN.length);
      if (!key.startsWith(KNOWN) || names.has(name)) continue;
      memory.delete(key);
      const about = { name, uid: typeof uid === 'string' ? uid : undefined };
      this.#report(about, 'RemovingNode', `Removing Node ${name} from Controller`);
    }
  }

  /** // as RecordNodeEvent */
  #report(node: Named, reason: string, event: string): void {
    this.#context.record({
      about: nodeNamed(node),
      type: 'Normal',
      reason,
      message: `Node ${node.name} event: ${event}`,
      component: COMPONENT,
    });
  }

  /** When a kubelet falls silent, it was heard at its last heartbeat; again when its node's status says so. */
  #listen(node: TaintedNode, before: TaintedNode | null): void {
    const { memory, now } = this.#context;
    const key = HEARD + node.metadata.name;
    if (!isSilent(node)) return void memory.delete(key);
    if (before === null) {
      const created = Date.parse(node.metadata.creationTimestamp ?? '');
      memory.set(key, readyOf(node) === undefined ? created : now);
    } else if (!memory.has(key)) memory.set(key, now - (now % HEARTBEAT_MS));
    else if (heartbeatOf(node) !== heartbeatOf(before)) memory.set(key, now);
  }

  /** The node as it is after a look at it. // as updateNodeFunc of monitorNodeHealth */
  #judge(node: TaintedNode): TaintedNode {
    const after = this.#hear(node);
    const ready = readyOf(after);
    if (ready === 'True') this.#free(node);
    else if (ready === 'False') this.#mark(node, NOT_READY_TAINT, UNREACHABLE_TAINT);
    else if (ready === 'Unknown') this.#mark(node, UNREACHABLE_TAINT, NOT_READY_TAINT);
    if (ready !== 'True' && readyOf(node) === 'True') this.#loseTouch(node);
    return after;
  }

  /** Says that the state of a node is unknown, once its kubelet is silent for too long. // as tryUpdateNodeHealth */
  #hear(node: TaintedNode): TaintedNode {
    const { memory, now, time } = this.#context;
    const heard = memory.get(HEARD + node.metadata.name) as number | undefined;
    const ready = readyOf(node);
    if (heard === undefined || ready === 'Unknown') return node;
    const until = heard + (ready === undefined ? STARTUP_GRACE_MS : GRACE_MS);
    if (now <= until) {
      this.#lookBy(until);
      return node;
    }
    const conditions = unknownConditions(node, time);
    return this.#context.updateStatus({ ...node, status: { ...node.status, conditions } });
  }

  /** A node that has the other taint has this one at once; others wait for it. // as processTaintBaseEviction */
  #mark(node: TaintedNode, wanted: OwnTaint, other: OwnTaint): void {
    const { name } = node.metadata;
    if (hasTaint(node, other)) this.#swap(name, wanted, other);
    else if (!hasTaint(this.#stored(name) ?? node, wanted)) this.#waiting.add(zoneOf(node), name);
  }

  /** // as RecordNodeStatusChange and MarkPodsNotReady */
  #loseTouch({ metadata: { name, uid } }: TaintedNode): void {
    const [reason, component] = ['NodeNotReady', COMPONENT];
    const message = `Node ${name} status is now: NodeNotReady`;
    this.#context.record({ about: nodeNamed({ name, uid }), type: 'Normal', reason, message, component });
    const pods = ([...this.#context.state.list('Pod')] as Pod[]).filter((pod) => nodeOf(pod) === name);
    for (const said of pods.flatMap((pod) => notReady(pod, this.#context.time) ?? [])) {
      const written = this.#context.updateStatus(said);
      this.#context.record({ about: written, type: 'Warning', reason, message: 'Node is not ready', component });
    }
  }

  /**
   * When every zone is down, that says nothing of the nodes: no node is tainted, and taints are taken back. When that
   * ends, all kubelets count as just heard. // as handleDisruption
   */
  #weigh(nodes: readonly TaintedNode[]): void {
    const { now } = this.#context;
    const zones = countedZones(nodes);
    const there = new Set(nodes.map(zoneOf));
    const all = new Set([...this.#waiting.zones, ...there]);
    const wasDown = [...all].every((name) => !zones.has(name) || this.#waiting.zone(name).state === 'full');
    const isDown = [...zones.values()].every((zone) => stateOf(zone) === 'full');
    for (const name of all)
      if (!there.has(name)) this.#waiting.forgetZone(name);
      else if (!zones.has(name)) this.#waiting.setZone(name, NEW_ZONE);
    if (isDown && !wasDown) for (const node of nodes) this.#free(node);
    if (!isDown && wasDown) this.#hearAll();
    for (const [name, zone] of zones) {
      const before = this.#waiting.zone(name);
      if (isDown && wasDown) continue;
      if (isDown) this.#waiting.setZone(name, stopped(before, now));
      else if (wasDown || before.state !== stateOf(zone)) this.#waiting.setZone(name, entering(before, zone, now));
    }
  }

  #hearAll(): void {
    const { memory, now } = this.#context;
    for (const key of [...memory.keys()]) if (key.startsWith(HEARD)) memory.set(key, now);
  }

  /** Taints nodes that wait for it, as many as their zones let it. // as doNoExecuteTaintingPass */
  #taint(): void {
    for (const zone of this.#waiting.zones) {
      const next = this.#waiting.taint(zone, this.#context.now, (name) => {
        const node = this.#stored(name);
        const ready = node && readyOf(node);
        if (ready === 'False') this.#swap(name, NOT_READY_TAINT, UNREACHABLE_TAINT);
        if (ready === 'Unknown') this.#swap(name, UNREACHABLE_TAINT, NOT_READY_TAINT);
        return node === undefined || ready !== undefined;
      });
      if (next !== undefined) this.#context.wakeBy(TAINT, next);
    }
  }

  /** What is added is one write, and what is taken away another. // as SwapNodeControllerTaint */
  #swap(name: string, added: OwnTaint, removed: OwnTaint): void {
    const node = this.#stored(name);
    if (node === undefined) return;
    const tainted = this.#context.update(withTaints(node, [added], this.#context.time));
    this.#remove(tainted, removed);
  }

  /** The node is there: it is not to be tainted, or not any more. // as markNodeAsReachable */
  #free(node: TaintedNode): void {
    for (const taint of [UNREACHABLE_TAINT, NOT_READY_TAINT]) this.#remove(this.#stored(node.metadata.name), taint);
    this.#waiting.remove(zoneOf(node), node.metadata.name);
  }

  #remove(node: TaintedNode | undefined, taint: OwnTaint): void {
    const freed = node && withoutTaints(node, [taint]);
    if (freed !== undefined && freed !== node) this.#context.update(freed);
  }

  #stored(name: string): TaintedNode | undefined {
    return this.#context.state.get('Node', '', name);
  }

  /** Looks at the first time after this one at which nodes are looked at. */
  #lookBy(at: number): void {
    this.#context.wakeBy(LOOK, at - (at % PERIOD_MS) + PERIOD_MS);
  }
}

interface Named {
  readonly name: string;
  readonly uid: string | undefined;
}

function nodeNamed({ name, uid }: Named): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, ...(uid !== undefined && { uid }) } };
}
