import { IncrementalExecutor, LIST_OF_KIND, Snapshot, type PlacedPod } from '#scheduler';
import { TraceBases, type NodeSetEntry } from '#trace';
import type { ListedObject, NodeRow, PlacedRow, PodName } from '../rows/index.js';
import { PlacedPods } from './placed-pods.js';

/**
 * What a node, a pod and another object take, roughly, in bytes: measured with twenty thousand, half
 * a million and ten thousand.
 */
const BYTES = { node: 2_000, pod: 500, object: 1_000, verdict: 400 } as const;

const MOST_VERDICTS = 2 ** 16;
const MOST_DOMAIN_BYTES = 2 ** 24;

/** What scheduling sees of a cluster, made of rows; each of them may come again when it has changed. */
export class ClusterColumns {
  readonly snapshot = new Snapshot();
  /** What it has learnt of the snapshot serves from one use to the next. */
  readonly executor: IncrementalExecutor;
  /** Those that are stored. */
  readonly traceBases = new TraceBases();
  /** The rows of the snapshot; another array when they change. */
  nodes: readonly NodeSetEntry[] = [];
  readonly #placed = new PlacedPods();
  /** Pods on nodes, by namespace and name: half a million names are not put together to keys. */
  readonly #pods = new Map<string, Map<string, PlacedPod>>();
  /** Pods that have a node in view, by their last changes. */
  readonly #nominated = new Map<string, { readonly pod: PlacedPod; readonly node: string }>();
  #podCount = 0;

  /** Without a bound the executor has its own. */
  constructor({ executorBytes }: { readonly executorBytes?: number | undefined } = {}) {
    this.executor = new IncrementalExecutor(executorBytes === undefined ? {} : { mostBytes: executorBytes });
  }

  /** Pods on nodes. */
  get podCount(): number {
    return this.#podCount;
  }

  /**
   * What was learnt only grows, and most of it may be of what is gone: verdicts in words, and domains of topology keys
   * that pods made up. It is time to read the cluster anew.
   */
  get isWorn(): boolean {
    return this.executor.statuses.lists.length > MOST_VERDICTS || this.snapshot.domainBytes > MOST_DOMAIN_BYTES;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    const { objects: lists } = this.snapshot;
    const objects = [...LIST_OF_KIND.values()].reduce((sum, list) => sum + (lists[list]?.length ?? 0), 0);
    return (
      this.nodes.length * BYTES.node +
      this.#podCount * BYTES.pod +
      objects * BYTES.object +
      this.snapshot.domainBytes +
      this.executor.statuses.lists.length * BYTES.verdict +
      this.#placed.bytes +
      this.executor.classes.bytes +
      this.executor.bytes +
      this.traceBases.bytes
    );
  }

  /**
   * Takes new nodes, in the order of their creation, and nodes that have changed; answers the names of the new ones.
   */
  setNodes(rows: readonly NodeRow[]): string[] {
    const nodes = [...this.nodes];
    const added: string[] = [];
    let areOthers = false;
    for (const { uid, manifest } of rows) {
      const { name } = manifest.metadata;
      const known = this.snapshot.rowOf(name);
      if (known === undefined) added.push(name);
      else this.snapshot.updateNode(manifest, known);
      areOthers ||= known === undefined || nodes[known]?.uid !== uid;
      nodes[known ?? this.snapshot.addNode(manifest)] = { name, uid };
    }
    // What is made of the names of nodes is kept with the array.
    if (areOthers) this.nodes = nodes;
    return added;
  }

  /** Removes nodes that are gone, and with them the pods that they had: these no longer take capacity. */
  removeNodes(names: readonly string[]): void {
    const rows = new Set(names.flatMap((name) => this.snapshot.rowOf(name) ?? []));
    if (rows.size === 0) return;
    for (const pod of this.snapshot.removeNodes(rows)) this.#forget(pod);
    this.nodes = this.nodes.filter((_, row) => !rows.has(row));
  }

  /** Adds a pod that is on a node. A present one stays; on a node that is not there it takes no capacity. */
  place(row: PlacedRow): void {
    const [namespace, name, , node] = row;
    const at = this.snapshot.rowOf(node);
    let pods = this.#pods.get(namespace);
    if (at === undefined || pods?.has(name)) return;
    const pod = this.#placed.of(row);
    this.snapshot.addPod(pod, at);
    if (pods === undefined) this.#pods.set(namespace, (pods = new Map<string, PlacedPod>()));
    pods.set(name, pod);
    this.#podCount += 1;
  }

  /** Pods that were on no node and now are; who had one in view has it no more. */
  bind(rows: readonly PlacedRow[]): void {
    let nominated = false;
    for (const row of rows) {
      nominated = this.#nominated.delete(`${row[0]}/${row[1]}`) || nominated;
      this.place(row);
    }
    if (nominated) this.nominate([]);
  }

  /** The pods are on no node and have none in view, until they come again. */
  remove(pods: readonly PodName[]): void {
    for (const { namespace, name } of pods) {
      this.#nominated.delete(`${namespace}/${name}`);
      const pod = this.#pods.get(namespace)?.get(name);
      if (pod === undefined) continue;
      this.snapshot.removePod(pod.uid);
      this.#forget(pod);
    }
  }

  /** Pods that have a node in view, by their last changes, which come after those of the others. */
  nominate(rows: readonly PlacedRow[]): void {
    for (const row of rows) this.#nominated.set(`${row[0]}/${row[1]}`, { pod: this.#placed.of(row), node: row[3] });
    this.snapshot.nominations.clear();
    for (const { pod, node } of this.#nominated.values()) this.snapshot.nominations.add(pod, node);
  }

  setObjects(objects: readonly ListedObject[]): void {
    for (const { list, object } of objects) this.snapshot.setObject(list, object);
  }

  /** What scheduling does not look at is not there anyway. */
  removeObject({ kind, namespace, name }: PodName & { readonly kind: string }): void {
    const list = LIST_OF_KIND.get(kind);
    if (list !== undefined && list !== 'podDisruptionBudgets') this.snapshot.removeObject(list, name, namespace);
  }

  #forget({ namespace, name }: PodName): void {
    const pods = this.#pods.get(namespace);
    if (pods?.delete(name) === true) this.#podCount -= 1;
    if (pods?.size === 0) this.#pods.delete(namespace);
  }
}
