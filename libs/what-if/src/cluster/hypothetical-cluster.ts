import type { AdmissionResult } from '#kubernetes';
import {
  IncrementalExecutor,
  LIST_OF_KIND,
  placedPod,
  podKey,
  podUid,
  type ClusterObject,
  type Node,
  type Pod,
  type Snapshot,
} from '#scheduler';
import { Findings, QuotaAccounts, type UnreadKind } from '../findings/index.js';
import type { GivenObject, Workload } from '../workloads/index.js';
import { pendingAgain } from './pending-again.js';
import { classesOf, type ClassKind } from './pod-classes.js';
import type { PodCounts } from './pod-counts.js';
import { ServiceAccounts } from './service-accounts.js';

/** A node by its name and uid, as traces know it. */
export interface NodeIdentity {
  readonly name: string;
  readonly uid: string;
}

/** A pod of the cluster, and its place in the queue among those of its time. */
export interface KnownPod {
  readonly pod: Pod;
  readonly position: number;
}

/** How objects come in. */
export interface Admission {
  /** As an import takes it: `given` is used up. */
  readonly admit: (given: unknown) => AdmissionResult;
  /** As an update takes it: what follows from a change (taints of a node that is cordoned) is in the result. */
  readonly change: (given: unknown, old: unknown) => AdmissionResult;
  /** As `kubectl apply` changes an object that is there, by the rules of an update; one with a status is observed. */
  readonly apply: (given: unknown, old: ClusterObject) => AdmissionResult;
  /** What later objects are admitted by, when it is there: classes, and ranges of limits. */
  readonly learn: (object: Kinded) => void;
  /** What it means that nothing is read of objects of a kind. */
  readonly unread: (apiVersion: string, kind: string) => Pick<UnreadKind, 'message' | 'matters'>;
}

/** An object of a list, which says what it is. */
type Kinded = ClusterObject & { readonly kind?: string };

/** What a hypothetical cluster begins with. */
export interface Beginning {
  /** The caller's own: it is changed. */
  readonly snapshot: Snapshot;
  /** Of every row. */
  readonly rows: readonly NodeIdentity[];
  /** The nodes that may be changed, whole. */
  readonly nodes: Iterable<Node>;
  /** All that are pending, and of the others those that may be moved or deleted; none that has ended. */
  readonly pods: Iterable<KnownPod>;
  readonly budgets: PodCounts;
  /** ResourceQuotas, each with what is used of it in its status; none unless given. */
  readonly quotas?: Iterable<ClusterObject>;
  /** HorizontalPodAutoscalers, of any version; none unless given. */
  readonly autoscalers?: readonly ClusterObject[];
  /** Deployments and DaemonSets; none unless given. */
  readonly workloads?: readonly Kinded[];
  /** What the manifests name and is there, of any kind; none unless given. */
  readonly present?: Iterable<Kinded>;
  /** Pods may use any unless given. */
  readonly accounts?: ServiceAccounts;
  /** Classes that other pods of the cluster name; none unless given. */
  readonly classes?: Iterable<Kinded>;
  readonly admission: Admission;
  /** RFC 3339, in whole seconds: when everything happens that happens here. */
  readonly at: string;
}

/** Pods that may be made for one question: they are in memory together. */
export const MOST_PODS = 100_000;

/** A cluster as it would be: in memory, for one question. */
export class HypotheticalCluster {
  readonly snapshot: Snapshot;
  readonly executor = new IncrementalExecutor();
  readonly budgets: PodCounts;
  readonly quotas: QuotaAccounts;
  readonly findings = new Findings();
  readonly accounts: ServiceAccounts;
  readonly admission: Admission;
  /** The HorizontalPodAutoscalers that there were before anything came in. */
  readonly autoscalers: readonly ClusterObject[];
  readonly at: string;
  readonly #nodes = new Map<string, Node>();
  readonly #pods = new Map<string, KnownPod>();
  readonly #workloads = new Map<string, { readonly given: GivenObject; readonly workload: Workload }>();
  readonly #given = new Map<string, GivenObject>();
  readonly #present = new Map<string, Kinded>();
  /** Classes that pods name, by kind and name: they are there, also when the pods go. */
  readonly #classes = new Set<string>();
  /** Nodes as they are when they are cordoned. */
  readonly #closed = new WeakMap<Node, Node>();
  #rows: readonly NodeIdentity[];
  #position = 0;
  #made = 0;
  #uids = 0;

  constructor(beginning: Beginning) {
    const { snapshot, rows, nodes, pods, budgets, quotas = [], autoscalers = [], workloads = [] } = beginning;
    const { present = [], accounts = new ServiceAccounts(), classes = [], admission, at } = beginning;
    this.snapshot = snapshot;
    this.#rows = rows;
    this.budgets = budgets;
    this.quotas = new QuotaAccounts(quotas, at);
    this.accounts = accounts;
    this.admission = admission;
    this.autoscalers = autoscalers;
    this.at = at;
    for (const node of nodes) this.#nodes.set(nameOf(node), node);
    for (const known of pods) {
      this.#pods.set(podKey(known.pod), known);
      this.#noteClasses(known.pod);
      this.#position = Math.max(this.#position, known.position);
    }
    for (const { kind = '', metadata } of classes) this.#classes.add(`${kind} ${metadata?.name ?? ''}`);
    for (const object of present) this.#present.set(keyOfObject(object), object);
    for (const object of workloads) {
      const given = givenBy(object);
      if (!object.metadata?.deletionTimestamp) this.#given.set(keyOf(given), given);
    }
  }

  /** The nodes of the snapshot's rows. */
  get rows(): readonly NodeIdentity[] {
    return this.#rows;
  }

  /** Every pod that is known here, in no order. */
  pods(): Iterable<KnownPod> {
    return this.#pods.values();
  }

  pod(key: string): Pod | undefined {
    return this.#pods.get(key)?.pod;
  }

  /** Whether pods of the cluster name a class. */
  namesClass(kind: ClassKind, name: string): boolean {
    return this.#classes.has(`${kind} ${name}`);
  }

  #noteClasses({ spec }: Pod): void {
    for (const [kind, name] of classesOf(spec)) this.#classes.add(`${kind} ${name}`);
  }

  /** The pods that are known here on these nodes, in the order of their nodes. */
  podsOn(names: readonly string[]): KnownPod[] {
    return names.flatMap((name) => {
      const row = this.snapshot.rowOf(name);
      const placed = row === undefined ? [] : this.snapshot.pods(row);
      return placed.flatMap(({ namespace, name: pod }) => this.#pods.get(`${namespace}/${pod}`) ?? []);
    });
  }

  /** Whether every pod on a node is known here: of others only their room is. */
  knowsAllOn(name: string): boolean {
    const row = this.snapshot.rowOf(name);
    const placed = row === undefined ? [] : this.snapshot.pods(row);
    return placed.every(({ namespace, name: pod }) => this.#pods.has(`${namespace}/${pod}`));
  }

  node(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  /** A uid that nothing has. */
  newUid(): string {
    this.#uids += 1;
    return `00000000-0000-4000-8000-${this.#uids.toString(16).padStart(12, '0')}`;
  }

  /** A node that is new, or another one of its name. */
  setNode(node: Node): void {
    const name = nameOf(node);
    const row = this.snapshot.rowOf(name);
    this.#nodes.set(name, node);
    if (row !== undefined) {
      this.snapshot.updateNode(node, row);
      return;
    }
    this.snapshot.addNode(node);
    this.#rows = [...this.#rows, { name, uid: node.metadata?.uid ?? this.newUid() }];
  }

  /** Cordons nodes on a copy of the snapshot: no pod comes to them there. */
  closeOn(copy: Snapshot, names: readonly string[]): void {
    for (const name of names) {
      const [node, row] = [this.#nodes.get(name), copy.rowOf(name)];
      if (node === undefined || row === undefined) throw new Error(`node ${name} was not read`);
      copy.updateNode(this.#closedOf(node), row);
    }
  }

  #closedOf(node: Node): Node {
    let closed = this.#closed.get(node);
    if (closed === undefined) {
      const cordoned = { ...node, spec: { ...node.spec, unschedulable: true } };
      const result = this.admission.change(JSON.parse(JSON.stringify(cordoned)), node);
      closed = 'object' in result ? result.object : cordoned;
      this.#closed.set(node, closed);
    }
    return closed;
  }

  /** Nodes that are gone. Their pods have been taken away before. */
  removeNodes(names: readonly string[]): void {
    const rows = new Set(names.flatMap((name) => this.snapshot.rowOf(name) ?? []));
    this.snapshot.removeNodes(rows);
    this.#rows = this.#rows.filter((_, row) => !rows.has(row));
    for (const name of names) this.#nodes.delete(name);
  }

  /** A pod comes; one that names a node that is there stands on it. */
  addPod(pod: Pod): void {
    this.#position += 1;
    this.#pods.set(podKey(pod), { pod, position: this.#position });
    this.#noteClasses(pod);
    const { nodeName } = pod.spec ?? {};
    const row = nodeName === undefined ? undefined : this.snapshot.rowOf(nodeName);
    if (row !== undefined) this.snapshot.addPod(placedPod(pod, this.at), row);
    this.budgets.came(pod);
    this.quotas.came(pod);
  }

  /** Whether so many more pods may be made; those that may count. */
  mayMake(count: number): boolean {
    if (this.#made + count > MOST_PODS) return false;
    this.#made += count;
    return true;
  }

  /** A pod is gone for good. */
  removePod(pod: Pod): void {
    this.#pods.delete(podKey(pod));
    const uid = podUid(pod);
    this.snapshot.removePod(uid);
    this.snapshot.nominations.remove(uid);
    this.budgets.went(pod);
    this.quotas.went(pod);
  }

  /** A pod goes, and another one of its name waits in its place. */
  replacePod(pod: Pod): void {
    this.removePod(pod);
    this.addPod(pendingAgain(pod, { uid: this.newUid(), at: this.at }));
  }

  /** What was decided of a pod: the snapshot and the budgets have it already. */
  note(key: string, pod: Pod | undefined): void {
    const known = this.#pods.get(key);
    if (known === undefined) return;
    if (pod !== undefined) {
      this.#pods.set(key, { ...known, pod });
      return;
    }
    this.#pods.delete(key);
    this.quotas.went(known.pod);
  }

  /** What makes pods and came in here. */
  setWorkload(given: GivenObject, workload: Workload): void {
    this.#workloads.set(keyOf(given), { given, workload });
    this.#given.set(keyOf(given), given);
  }

  workload(named: Pick<GivenObject, 'kind' | 'namespace' | 'name'>): Workload | undefined {
    return this.#workloads.get(keyOf(named))?.workload;
  }

  /** The object of a workload: as it came in here, or a Deployment or DaemonSet as it was there before. */
  given(named: Pick<GivenObject, 'kind' | 'namespace' | 'name'>): GivenObject | undefined {
    return this.#given.get(keyOf(named));
  }

  /** All of a kind. */
  givenOf(kind: string): GivenObject[] {
    return [...this.#given.values()].filter((given) => given.kind === kind);
  }

  /** An object that came in: what comes under its name from now on is a change of it. */
  noteObject(object: Kinded): void {
    this.#present.set(keyOfObject(object), object);
  }

  /** An object that the manifests name, as it is by now. */
  present(object: Kinded): Kinded | undefined {
    const list = LIST_OF_KIND.get(object.kind ?? '');
    const { name = '', namespace } = object.metadata ?? {};
    return this.#present.get(keyOfObject(object)) ?? (list && this.snapshot.object(list, name, namespace));
  }

  /** An object that is neither a node nor a pod. */
  setObject(object: Kinded): void {
    const before = this.present(object);
    const list = LIST_OF_KIND.get(object.kind ?? '');
    if (object.kind === 'PodDisruptionBudget')
      this.budgets.setBudget(object, { snapshot: this.snapshot, pods: [...this.pods()].map(({ pod }) => pod) });
    else if (object.kind === 'ResourceQuota') this.quotas.set(object, this.#counted());
    else if (object.kind === 'ServiceAccount') this.accounts.add(object);
    else if (list !== undefined) {
      this.snapshot.keepPatches();
      this.snapshot.setObject(list, object);
    }
    if (before !== undefined) this.quotas.went(before);
    this.quotas.came(object);
    this.noteObject(object);
    this.admission.learn(object);
  }

  /** What quotas count of what is known here. */
  *#counted(): Iterable<ClusterObject> {
    for (const { pod } of this.#pods.values()) yield pod;
    for (const objects of Object.values(this.snapshot.objects)) yield* objects;
  }
}

function keyOf({ kind, namespace, name }: Pick<GivenObject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`;
}

function keyOfObject({ kind = '', metadata: { namespace = '', name = '' } = {} }: Kinded): string {
  return keyOf({ kind, namespace, name });
}

function givenBy(object: Kinded): GivenObject {
  const { kind = '', metadata: { namespace = '', name = '', uid = '' } = {} } = object;
  return { apiVersion: 'apps/v1', kind, namespace, name, uid, object: { ...object } };
}

function nameOf({ metadata }: Node): string {
  return metadata?.name ?? '';
}
