import { equalJson, ownField } from '#json';
import type { Condition, Pod, Taint } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isReady, withConditions, conditionOf } from '../../pods/index.js';
import { NOT_READY, UNREACHABLE, type TaintedNode } from './taints.js';
import { rateOf, readyOf, stateOf, zoneOf, zonesOf } from './zones.js';

/** The component that its Events name. */
const COMPONENT = 'node-controller';
/** How often nodes are looked at. // as nodeMonitorPeriod */
const PERIOD_MS = 5_000;
/** How often kubelets say that they are there. */
const HEARTBEAT_MS = 10_000;
/** After so long a kubelet that is silent is taken to be gone; one that was never heard later. */
const GRACE_MS = 50_000;
const STARTUP_GRACE_MS = 60_000;
const LOOK = 'look';
/** Of a kubelet that is silent: when it was heard last, in milliseconds since 1970. */
const HEARD = 'heard ';
/** Of a zone: when the next node may be tainted. */
const NEXT = 'next ';
/** Nodes to be tainted, in the order in which they came. */
const WAITING = 'waiting';
const ALL_DOWN = 'allDown';
const SAID_BY_KUBELETS = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/**
 * Finds nodes whose kubelets are silent, says that their state is unknown and that their pods are not ready, and taints
 * nodes that are not ready with NoExecute, a few at a time. Reads nodes and pods. Timers: looks every 5 seconds, while
 * there may be something to do. // as kubernetes v1.34 pkg/controller/nodelifecycle
 */
export class NodeLifecycleController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind !== 'Node') return [];
    const node: TaintedNode = object;
    if (op === 'delete') this.#context.memory.delete(HEARD + node.metadata.name);
    else this.#listen(node, before);
    const isConcern = op === 'delete' || isSilent(node) || readyOf(node) === 'False' || readyOf(node) === 'Unknown';
    if (isConcern || lifecycleTaints(node).length > 0) this.#lookBy(this.#context.now);
    return [];
  }

  sync(): void {
    const { state, now } = this.#context;
    const nodes = [...state.list('Node')] as TaintedNode[];
    // What a node is by its own word decides on its taints: that it is silent counts from the next look on.
    const known = nodes.filter((node) => readyOf(node) !== undefined);
    const isNews = nodes.map((node) => this.#hear(node)).includes(true);
    const after = known.map((node) => state.get('Node', '', node.metadata.name) ?? node) as TaintedNode[];
    known.forEach((node, index) => this.#judge(after[index] ?? node, readyOf(node)));
    const isPaused = this.#weigh([...state.list('Node')] as TaintedNode[]);
    if (!isPaused) this.#taint();
    if (isNews) this.#lookBy(now);
  }

  /** When a kubelet falls silent, it was heard at its last heartbeat. */
  #listen(node: TaintedNode, before: TaintedNode | null): void {
    const { memory, now } = this.#context;
    const key = HEARD + node.metadata.name;
    if (!isSilent(node)) return void memory.delete(key);
    if (memory.has(key)) return;
    memory.set(key, before === null ? now : now - (now % HEARTBEAT_MS));
  }

  /** Says that a node is not known any more, once it has been silent for too long; whether it did. */
  #hear(node: TaintedNode): boolean {
    const { memory, now, time } = this.#context;
    const heard = memory.get(HEARD + node.metadata.name) as number | undefined;
    if (heard === undefined) return false;
    const isNew = readyOf(node) === undefined;
    const created = Date.parse(node.metadata.creationTimestamp ?? '');
    const until = isNew ? created + STARTUP_GRACE_MS : heard + GRACE_MS;
    const conditions = SAID_BY_KUBELETS.reduce(unknownOf(node, time), node.status?.conditions ?? []);
    if (equalJson(conditions, node.status?.conditions ?? [])) return false;
    if (now <= until) {
      this.#lookBy(until);
      return false;
    }
    const written = this.#context.updateStatus({ ...node, status: { ...node.status, conditions } });
    if (readyOf(node) === 'True') this.#loseTouch(written);
    return true;
  }

  /** // as RecordNodeStatusChange and MarkPodsNotReady */
  #loseTouch(node: TaintedNode): void {
    const { name } = node.metadata;
    const [reason, component] = ['NodeNotReady', COMPONENT];
    const message = `Node ${name} status is now: NodeNotReady`;
    this.#context.record({ about: node, type: 'Normal', reason, message, component });
    for (const pod of [...this.#context.state.list('Pod')] as Pod[]) {
      const { nodeName } = pod.spec as { readonly nodeName?: string };
      if (nodeName !== name || !isReady(pod)) continue;
      const { reason: why, message: text } = conditionOf(pod, 'Ready') ?? {};
      const ready = { type: 'Ready', status: 'False', ...(why && { reason: why }), ...(text && { message: text }) };
      const status = { ...pod.status, conditions: withConditions(pod, [ready], this.#context.time) };
      const said = this.#context.updateStatus({ ...pod, status });
      this.#context.record({ about: said, type: 'Warning', reason, message: 'Node is not ready', component });
    }
  }

  /**
   * When every zone is down, that says nothing of the nodes: no node is tainted, and taints are taken back. Whether it
   * is so. When that ends, all kubelets count as just heard. // as handleDisruption
   */
  #weigh(nodes: readonly TaintedNode[]): boolean {
    const { memory, now } = this.#context;
    const zones = [...zonesOf(nodes).values()];
    const isDown = zones.every((zone) => stateOf(zone) === 'full') && nodes.length > 0;
    const wasDown = memory.get(ALL_DOWN) === true;
    if (isDown) memory.set(ALL_DOWN, true);
    else memory.delete(ALL_DOWN);
    if (isDown && !wasDown) for (const node of nodes) this.#free(node);
    if (!isDown && wasDown) for (const key of [...memory.keys()]) if (key.startsWith(HEARD)) memory.set(key, now);
    return isDown;
  }

  /** // as processTaintBaseEviction */
  #judge(node: TaintedNode, ready: string | undefined): void {
    const wanted = ready === 'False' ? NOT_READY : UNREACHABLE;
    const keys = lifecycleTaints(node).map(({ key }) => key);
    if (ready === 'True') this.#free(node);
    else if (keys.includes(wanted)) return;
    else if (keys.length > 0) this.#swap(node, wanted);
    else if (!this.#waiting.includes(node.metadata.name)) this.#setWaiting([...this.#waiting, node.metadata.name]);
  }

  /** Taints nodes that wait for it, as many as their zones let it. // as doNoExecuteTaintingPass */
  #taint(): void {
    const { state, memory, now } = this.#context;
    const zones = zonesOf([...state.list('Node')] as TaintedNode[]);
    const left = this.#waiting.filter((name) => {
      const node: TaintedNode | undefined = state.get('Node', '', name);
      const ready = node && readyOf(node);
      if (node === undefined || ready === undefined || ready === 'True') return false;
      const zone = zoneOf(node);
      const rate = rateOf(zones.get(zone) ?? []);
      if (rate === 0) return true;
      const next = Number(memory.get(NEXT + zone) ?? 0);
      if (next > now) {
        this.#context.wakeBy(LOOK, next);
        return true;
      }
      memory.set(NEXT + zone, now + 1_000 / rate);
      this.#swap(node, ready === 'False' ? NOT_READY : UNREACHABLE);
      return false;
    });
    this.#setWaiting(left);
  }

  #swap(node: TaintedNode, key: string): void {
    this.#setTaints(node, [{ key, effect: 'NoExecute', timeAdded: this.#context.time }]);
  }

  /** The node is there: it is not to be tainted, or not any more. */
  #free(node: TaintedNode): void {
    const waiting = this.#waiting.filter((name) => name !== node.metadata.name);
    if (waiting.length < this.#waiting.length) this.#setWaiting(waiting);
    if (lifecycleTaints(node).length > 0) this.#setTaints(node, []);
  }

  #setTaints(node: TaintedNode, added: readonly Taint[]): void {
    const { taints = [], ...spec } = node.spec ?? {};
    const own = new Set(lifecycleTaints(node));
    const all = [...taints.filter((taint) => !own.has(taint)), ...added];
    this.#context.update({ ...node, spec: { ...spec, ...(all.length > 0 && { taints: all }) } });
  }

  get #waiting(): readonly string[] {
    return (this.#context.memory.get(WAITING) ?? []) as readonly string[];
  }

  #setWaiting(names: readonly string[]): void {
    if (names.length > 0) this.#context.memory.set(WAITING, names);
    else this.#context.memory.delete(WAITING);
  }

  /** Looks at the first time after this one at which nodes are looked at. */
  #lookBy(at: number): void {
    this.#context.wakeBy(LOOK, at - (at % PERIOD_MS) + PERIOD_MS);
  }
}

function isSilent({ metadata: { annotations } }: TaintedNode): boolean {
  return ownField(annotations, 'kubelet.model/kubelet') === 'down';
}

function lifecycleTaints({ spec }: TaintedNode): readonly Taint[] {
  const isOwn = ({ key, effect }: Taint): boolean =>
    effect === 'NoExecute' && (key === NOT_READY || key === UNREACHABLE);
  return (spec?.taints ?? []).filter(isOwn);
}

/** Says of what kubelets say that it is not known. // as tryUpdateNodeHealth */
function unknownOf(
  { metadata: { creationTimestamp = '' } }: TaintedNode,
  time: string,
): (conditions: readonly Condition[], type: string) => readonly Condition[] {
  return (conditions, type) => {
    const known = conditions.find((one) => one.type === type);
    if (known?.status === 'Unknown') return conditions;
    const said = { type, status: 'Unknown', lastTransitionTime: time };
    const never = { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' };
    if (known === undefined) return [...conditions, { ...said, ...never, lastHeartbeatTime: creationTimestamp }];
    const stopped = { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' };
    return conditions.map((one) => (one === known ? { ...known, ...said, ...stopped } : one));
  };
}
