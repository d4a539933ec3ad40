import {
  askNode,
  IncomingPod,
  type KeptPreFilters,
  type Node,
  type NodeAnswer,
  type PlacedPod,
  type Pod,
  type Profile,
  type Snapshot,
} from '#scheduler';
import { settableLabelsFor, type Label, type SettableLabels } from '../labels/index.js';
import { changedNode, changedPod, movedVolume } from './apply-changes.js';
import { evicted, type Change, type ChangeKind } from './change.js';
import { nodeOfRow } from './node-of-row.js';

/** What a pair is made of. */
export interface PairInput {
  /** The caller's own: it is changed for every question, and is afterwards as it was, for this pod. */
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  /** Not on any node of the snapshot. */
  readonly pod: Pod;
  readonly row: number;
  /** Of the snapshot, for many pairs. */
  readonly kept?: KeptPreFilters;
  /** Labels, or domains of labels, that say what a node is, beside those that are known to (`NodeIdentity`). */
  readonly identityLabels?: readonly string[];
  /** Which labels may be set for the pod, where many nodes are asked about. */
  readonly settable?: SettableLabels;
}

/** Changes by which the pods of another domain may come to count, or others hold a volume. */
const FAR_REACHING: ReadonlySet<ChangeKind> = new Set(['setNodeLabel', 'removeTaint', 'moveVolume']);

/** What is asked of a pair. */
interface Asked {
  readonly changes?: readonly Change[];
  /** This filter alone; all of the profile unless given. */
  readonly plugin?: string;
  readonly instead?: Instead;
}

/** What is put in the place of the pair's own, to see which part of it a filter minds. */
export interface Instead {
  readonly pod?: Pod;
  /** Of the filter that is asked. */
  readonly args?: object;
}

/** A pod and a node, as they are and as they would be. */
export class Pair {
  readonly incoming: IncomingPod;
  readonly snapshot: Snapshot;
  readonly row: number;
  readonly node: Node;
  readonly nodeName: string;
  readonly #alone = new Map<string, Profile>();
  readonly #settable: SettableLabels;

  constructor(private readonly input: PairInput) {
    this.snapshot = input.snapshot;
    this.row = input.row;
    this.incoming = new IncomingPod(input.pod);
    this.#settable = input.settable ?? settableLabelsFor(this.incoming, input);
    this.node = nodeOfRow(this.snapshot, this.row, this.incoming);
    this.nodeName = this.node.metadata?.name ?? '';
  }

  get pod(): Pod {
    return this.input.pod;
  }

  get profile(): Profile {
    return this.input.profile;
  }

  /** Pods that take from the node: those on it, and those nominated to it that do not yield to this one. */
  get occupants(): readonly PlacedPod[] {
    return [...this.snapshot.pods(this.row), ...this.nominated];
  }

  get nominated(): readonly PlacedPod[] {
    const { priority, uid } = this.incoming;
    return this.snapshot.nominations.on(this.nodeName).filter((pod) => pod.priority >= priority && pod.uid !== uid);
  }

  /** Whether a person may set the label for the pod. */
  maySet(label: string): boolean {
    return this.#settable.maySet(label);
  }

  /** The label of the node that the pod probably means by one that it asks for and no node has. */
  meantBy(label: string): Label | undefined {
    return this.#settable.meantBy(label, this.node.metadata?.labels);
  }

  /** What the filters say of the node. */
  answer({ changes = [], plugin, instead: { pod, args } = {} }: Asked = {}): NodeAnswer {
    return this.with(changes, (changed) => {
      const incoming = new IncomingPod(pod === undefined ? changed : changedPod(pod, changes));
      const profile = plugin === undefined ? this.profile : this.#onlyFilter(plugin, args);
      const isOther = args !== undefined || changes.some(({ kind }) => FAR_REACHING.has(kind));
      const kept = isOther ? undefined : this.input.kept;
      return askNode({ profile, snapshot: this.snapshot, pod: incoming }, this.row, kept);
    });
  }

  /** Whether the pod fits on the node. */
  fits(changes: readonly Change[] = []): boolean {
    return this.answer({ changes }).status === null;
  }

  /** Whether one filter has nothing against it. */
  passes(plugin: string, changes: readonly Change[] = [], instead: Instead = {}): boolean {
    const { status, failures } = this.answer({ changes, plugin, instead });
    return status === null && failures.length === 0;
  }

  /** The pair as the changes make it, on a snapshot of its own. */
  after(changes: readonly Change[]): Pair {
    const { kept: _kept, ...input } = this.input;
    return this.with(changes, (pod) => new Pair({ ...input, pod, snapshot: this.snapshot.fork() }));
  }

  /** Works with the snapshot and the pod as the changes make them, and takes these back. */
  with<T>(changes: readonly Change[], work: (pod: Pod) => T): T {
    const { snapshot, row } = this;
    const node = changedNode(this.node, changes);
    snapshot.mark();
    try {
      if (node !== this.node) snapshot.updateNode(node, row);
      this.#around(changes);
      return work(changedPod(this.pod, changes));
    } finally {
      snapshot.rollback();
      if (node !== this.node) snapshot.updateNode(this.node, row);
    }
  }

  /** What changes beside the pod and the node. */
  #around(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const { uid } of evicted(change)) {
        this.snapshot.removePod(uid);
        this.snapshot.nominations.remove(uid);
      }
      if (change.kind === 'moveVolume') this.snapshot.patchObject(movedVolume(change, this.snapshot));
    }
  }

  #onlyFilter(plugin: string, args?: object): Profile {
    const known = args === undefined ? this.#alone.get(plugin) : undefined;
    if (known !== undefined) return known;
    const { points } = this.profile;
    const own = (point: 'preFilter' | 'filter'): Profile['points']['filter'] =>
      points[point].flatMap((bound) => (bound.plugin.name === plugin ? [args ? { ...bound, args } : bound] : []));
    const alone = { ...this.profile, points: { ...points, preFilter: own('preFilter'), filter: own('filter') } };
    if (args === undefined) this.#alone.set(plugin, alone);
    return alone;
  }
}
