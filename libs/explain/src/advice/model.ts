import { compileLabelSelector, type LabelMatcher, type LabelSelector } from '#apimachinery';
import type { PodDisruptionBudget } from '#kubernetes';
import { IncomingPod, schedulingClass, type Node, type Pod, type ReadableSnapshot } from '#scheduler';
import { NodeIdentity } from '../labels/index.js';

/** An object, by what it is called. */
export interface NamedObject {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** What a model is made of. */
export interface ModelObjects {
  readonly nodes: readonly Node[];
  /** Those that have not ended. */
  readonly pods: readonly Pod[];
  readonly budgets: readonly PodDisruptionBudget[];
  readonly priorityClasses: readonly { readonly metadata: { readonly name?: string } }[];
  readonly services: readonly SelectingService[];
  readonly namespaces: readonly {
    readonly metadata: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
  }[];
  /** Volumes, their classes and their drivers, which say by which labels volumes are found. */
  readonly volumes?: ReadableSnapshot['objects'];
  /** Labels, or domains of labels, that say what a node is beside those that are known to. */
  readonly identityLabels?: readonly string[];
}

/** A Service as far as it selects pods. */
export interface SelectingService {
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly spec?: { readonly selector?: Readonly<Record<string, string>> | null };
}

/** A node as rules look at it: its name, labels and taints, and what it can give. */
export type AdvisedNode = Node & { readonly name: string; readonly labels: Readonly<Record<string, string>> };

/** Pods that are alike in all that scheduling looks at. */
export interface PodGroup {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: Pod;
  readonly incoming: IncomingPod;
  /** In the order of the input. */
  readonly names: readonly string[];
  /** The nodes that its node selector and its required node affinity ask for. */
  readonly nodes: readonly AdvisedNode[];
}

/** The objects of a cluster, as rules look at them. */
export class Model {
  readonly nodes: readonly AdvisedNode[];
  readonly groups: readonly PodGroup[];
  readonly identity: NodeIdentity;
  readonly #namespaceLabels: ReadonlyMap<string, Readonly<Record<string, string>>>;

  constructor(readonly objects: Omit<ModelObjects, 'pods'> & { readonly groups: GroupedPods }) {
    this.nodes = objects.nodes.map((node) => ({
      ...node,
      name: node.metadata?.name ?? '',
      labels: node.metadata?.labels ?? {},
    }));
    this.identity = new NodeIdentity({ objects: objects.volumes ?? {} }, objects.identityLabels);
    this.#namespaceLabels = new Map(
      objects.namespaces.map(({ metadata: { name = '', labels = {} } }) => [name, labels] as const),
    );
    this.groups = objects.groups.all.map(({ pod, names }) => {
      const incoming = new IncomingPod(pod);
      const { namespace } = incoming;
      const labels = incoming.labels ?? {};
      return {
        namespace,
        labels,
        pod,
        incoming,
        names,
        nodes: this.nodes.filter((node) => incoming.requiredNodes(node)),
      };
    });
  }

  /** Groups of a namespace whose labels a selector matches; none for one that cannot be read. */
  selected(namespace: string, selector: LabelSelector | null | undefined): readonly PodGroup[] {
    const matches = matcherOf(selector);
    return this.groups.filter((group) => group.namespace === namespace && matches(group.labels));
  }

  labelsOfNamespace(name: string): Readonly<Record<string, string>> {
    return this.#namespaceLabels.get(name) ?? {};
  }
}

/** Pods as they come, gathered into those that are alike. */
export class GroupedPods {
  readonly #groups = new Map<string, { readonly pod: Pod; readonly names: string[] }>();

  get all(): readonly { readonly pod: Pod; readonly names: readonly string[] }[] {
    return [...this.#groups.values()];
  }

  /** Where a pod is does not tell it from others. */
  add(pod: Pod): void {
    const { nodeName: _node, ...spec } = pod.spec ?? {};
    const anywhere = { ...pod, spec };
    const key = schedulingClass(anywhere);
    const group = this.#groups.get(key) ?? { pod: anywhere, names: [] as string[] };
    group.names.push(pod.metadata?.name ?? '');
    this.#groups.set(key, group);
  }
}

/** The matcher of a selector; one that cannot be read matches nothing. */
export function matcherOf(selector: LabelSelector | null | undefined): LabelMatcher {
  const matcher = compileLabelSelector(selector);
  return typeof matcher === 'function' ? matcher : () => false;
}

/** The pods of some groups as objects. */
export function podsOf(groups: readonly PodGroup[]): NamedObject[] {
  return groups.flatMap(({ namespace, names }) => names.map((name) => ({ kind: 'Pod', namespace, name })));
}

/** Nodes as objects. */
export function nodesAsObjects(nodes: readonly AdvisedNode[]): NamedObject[] {
  return nodes.map(({ name }) => ({ kind: 'Node', namespace: '', name }));
}
