import {
  evidenceAt,
  decidePods,
  defaultProfile,
  placedPod,
  Snapshot,
  type Attempt,
  type Evidence,
  type Node,
  type Pod,
  type Profile,
  type TieBreak,
} from '#scheduler';

/** How a real cluster behaves. */
export interface RealClusterOptions {
  readonly seed: number;
  readonly nodes: number;
  /** That of its scheduler. */
  readonly profile?: Profile;
  /** Which of several best nodes its scheduler takes: by default any of them. */
  readonly tieBreak?: 'first' | 'seeded';
  /** Decisions are seen this long after they were made, at most; in the order in which they were made. */
  readonly lateMs?: number;
  /** Bindings are seen in any order, and failures at once. */
  readonly disordered?: boolean;
  /** So many pods are bound at a time: where there are more, others end. */
  readonly most?: number;
  /** Its scheduler scores so many of the nodes that fit, beginning somewhere: all of them unless given. */
  readonly looksFor?: number;
  /** Hardly two nodes have the same size, and pods are so large that this shows. */
  readonly uneven?: boolean;
}

/** What is seen of it: a line of a batch. */
export interface RealEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: object;
  readonly at: string;
}

/** What its scheduler decided, and whether the default profile could have decided the same on what it knew. */
export interface RealDecision {
  readonly pod: string;
  readonly node: string | null;
  readonly isDefault: boolean;
}

const ZONES = ['a', 'b', 'c'];
const CPUS = ['100m', '250m', '1', '3', '9'];
const LARGE_CPUS = ['3', '5', '7', '9', '11'];
/** Nodes come until there are so many times those of the beginning. */
const MOST_NODES = 3;
const BEGIN_MS = Date.parse('2026-05-01T00:00:00Z');

/**
 * A cluster that changes while a scheduler binds its pods, which decides with Berth's engine on what it knows: what
 * others do, as it happens, and what it has decided itself.
 */
export class RealCluster {
  readonly events: RealEvent[] = [];
  readonly decisions: RealDecision[] = [];
  readonly #known = new Snapshot();
  readonly #nodes = new Map<string, Node>();
  readonly #bound = new Map<string, Pod>();
  readonly #late: { readonly dueMs: number; readonly event: Omit<RealEvent, 'at'> }[] = [];
  #nowMs = BEGIN_MS;
  #made = 0;
  #random: number;

  constructor(private readonly options: RealClusterOptions) {
    this.#random = (options.seed % 2_147_483_646) + 1;
    for (let index = 0; index < options.nodes; index += 1) this.#addNode();
  }

  /** So many pods come and are decided, and others change something now and then. */
  run(pods: number): this {
    for (let index = 0; index < pods; index += 1) {
      this.#pass(1 + this.#below(120));
      if (this.#below(3) === 0) this.#disturb();
      this.#endPods();
      this.#decide();
    }
    this.#pass(10_000);
    return this;
  }

  /** Time passes: what was decided is seen. */
  #pass(ms: number): void {
    const end = this.#nowMs + ms;
    for (let [next] = this.#late; next !== undefined && next.dueMs <= end; [next] = this.#late) {
      this.#late.shift();
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      this.#tell(next.event);
    }
    this.#nowMs = end;
  }

  #tell(event: Omit<RealEvent, 'at'>): void {
    this.events.push({ ...event, at: new Date(this.#nowMs).toISOString() });
  }

  /** What others do: nodes come, change and are cordoned, pods go. */
  #disturb(): void {
    const what = this.#below(4);
    const seen = this.#seen();
    const one = seen[this.#below(Math.max(1, seen.length))];
    if (what === 0 && this.#nodes.size < MOST_NODES * this.options.nodes) return this.#addNode();
    if (what <= 1 || one === undefined) return this.#changeNode();
    this.#end(one);
  }

  /** Pods that are seen on their nodes. */
  #seen(): readonly string[] {
    const unseen = new Set(this.#late.map(({ event }) => nameOf(event.object)));
    return [...this.#bound.keys()].filter((bound) => !unseen.has(bound));
  }

  #endPods(): void {
    const { most = Infinity } = this.options;
    while (this.#bound.size > most) {
      const seen = this.#seen();
      const one = seen[this.#below(Math.max(1, seen.length))];
      if (one === undefined) return;
      this.#end(one);
    }
  }

  #end(name: string): void {
    const pod = this.#bound.get(name);
    this.#bound.delete(name);
    this.#known.removePod(pod?.metadata?.uid ?? '');
    this.#tell({ type: 'DELETED', object: pod ?? {} });
  }

  #addNode(): void {
    const name = `n${this.#nodes.size}`;
    const node = nodeOf(name, { cpu: this.#cpu(), zone: this.#one(ZONES), unschedulable: false });
    this.#nodes.set(name, node);
    this.#known.addNode(node);
    this.#tell({ type: 'ADDED', object: node });
  }

  /** Of few sizes, or of many: then few nodes are equally good. */
  #cpu(): string {
    return this.options.uneven === true ? `${8_000 + 100 * this.#below(161)}m` : String(8 + 8 * this.#below(3));
  }

  #changeNode(): void {
    const name = `n${this.#below(this.#nodes.size)}`;
    const cpu = this.#cpu();
    const node = nodeOf(name, { cpu, zone: this.#one(ZONES), unschedulable: this.#below(6) === 0 });
    this.#nodes.set(name, node);
    this.#known.updateNode(node, this.#known.rowOf(name) ?? -1);
    this.#tell({ type: 'MODIFIED', object: node });
  }

  #decide(): void {
    const name = `p${(this.#made += 1)}`;
    const at = new Date(this.#nowMs);
    const pod = podOf(name, {
      at,
      cpu: this.#one(this.options.uneven === true ? LARGE_CPUS : CPUS),
      app: this.#one(ZONES),
      spreads: this.#below(3) === 0,
    });
    this.#tell({ type: 'ADDED', object: pod });
    const { profile = defaultProfile(), lateMs = 0, disordered = false } = this.options;
    const attempt = this.#attempt(pod, profile);
    const isDefault = this.options.profile === undefined || this.#couldBe(pod, attempt.row);
    const node = attempt.outcome === 'scheduled' ? attempt.nodeName : null;
    this.decisions.push({ pod: name, node, isDefault });
    if (node === null) return this.#tellLate(withFailure(pod, attempt.message), disordered ? 0 : lateMs);
    const placed = { ...pod, spec: { ...pod.spec, nodeName: node } };
    this.#bound.set(name, placed);
    this.#known.addPod(placedPod(placed, new Date(this.#nowMs).toISOString()), attempt.row);
    this.#tellLate(placed, lateMs);
  }

  #tellLate(object: object, lateMs: number): void {
    const event = { type: 'MODIFIED', object } as const;
    if (lateMs === 0) return this.#tell(event);
    const { disordered = false } = this.options;
    const last = disordered ? 0 : (this.#late.at(-1)?.dueMs ?? 0);
    this.#late.push({ dueMs: Math.max(last, this.#nowMs + this.#below(lateMs + 1)), event });
    this.#late.sort((a, b) => a.dueMs - b.dueMs);
  }

  #attempt(pod: Pod, profile: Profile): Pick<Attempt, 'outcome' | 'message' | 'nodeName' | 'row'> {
    const steps = decidePods({
      ...{ snapshot: this.#known.fork(), pods: [pod], profileOf: () => profile, preemption: 'off' },
      ...{ tieBreak: this.#tieBreak, now: new Date(this.#nowMs).toISOString() },
    });
    const { value: attempt } = steps.next();
    if (!attempt) throw new Error('a pod has an attempt');
    const { evidence, outcome } = attempt;
    const { looksFor } = this.options;
    if (looksFor === undefined || evidence === null || outcome !== 'scheduled') return attempt;
    const row = this.#bestOfSome(evidence, looksFor);
    return { outcome, message: '', row, nodeName: this.#known.nodes[row]?.name ?? null };
  }

  /** The best of so many nodes that fit, one after the other. // as kube-scheduler v1.34 findNodesThatPassFilters */
  #bestOfSome(evidence: Evidence, looksFor: number): number {
    const begin = this.#below(evidence.nodeCount);
    const rows = Array.from({ length: evidence.nodeCount }, (_, index) => (begin + index) % evidence.nodeCount);
    const some = rows.filter((row) => evidenceAt.first(evidence, row) === 0).slice(0, looksFor);
    const best = Math.max(...some.map((row) => evidenceAt.total(evidence, row)));
    return this.#one(some.filter((row) => evidenceAt.total(evidence, row) === best));
  }

  get #tieBreak(): TieBreak {
    return this.options.tieBreak === 'first' ? { rule: 'first' } : { rule: 'seeded', seed: BigInt(this.#made) };
  }

  /** Whether the default profile finds no better node. */
  #couldBe(pod: Pod, row: number): boolean {
    const steps = decidePods({
      ...{ snapshot: this.#known.fork(), pods: [pod], profileOf: () => defaultProfile(), preemption: 'off' },
      ...{ tieBreak: { rule: 'first' }, now: new Date(this.#nowMs).toISOString() },
    });
    const { value } = steps.next();
    if (!value) throw new Error('a pod has an attempt');
    const { evidence, ranking } = value;
    if (row < 0 || evidence === null || ranking === null) return row < 0 && ranking === null;
    return evidenceAt.total(evidence, row) === ranking.total;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T;
  }

  /** Park and Miller's minimal standard. */
  #below(count: number): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647;
    return this.#random % count;
  }
}

function nameOf(object: object): string {
  return (object as Pod).metadata?.name ?? '';
}

function nodeOf(
  name: string,
  { cpu, zone, unschedulable }: { readonly cpu: string; readonly zone: string; readonly unschedulable: boolean },
): Node {
  const capacity = { cpu, memory: '32Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: `node-${name}`, labels: { 'topology.kubernetes.io/zone': zone } },
    spec: { unschedulable },
    status: { capacity, allocatable: capacity },
  } as Node;
}

function podOf(
  name: string,
  {
    at,
    cpu,
    app,
    spreads,
  }: { readonly at: Date; readonly cpu: string; readonly app: string; readonly spreads: boolean },
): Pod {
  const spread = {
    ...{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
    labelSelector: { matchLabels: { app } },
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace: 'default', uid: `pod-${name}`, labels: { app } },
      creationTimestamp: at.toISOString().replace(/\.\d+/, ''),
    },
    spec: {
      schedulerName: 'default-scheduler',
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu, memory: '64Mi' } } }],
      ...(spreads && { topologySpreadConstraints: [spread] }),
    },
    status: { phase: 'Pending' },
  } as Pod;
}

function withFailure(pod: Pod, message: string): Pod {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return { ...pod, status: { ...pod.status, conditions: [condition] } };
}
