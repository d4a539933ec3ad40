import type { Attempt, Node, Pod } from '#scheduler';

/**
 * What is on a node, recounted from the pods' JSON for every placement. Shares nothing with the engine: plain integers.
 */
export class Account {
  readonly #pods = new Map<string, Pod[]>();
  readonly #nodes: ReadonlyMap<string, Node>;

  constructor(nodes: readonly Node[], bound: readonly Pod[]) {
    this.#nodes = new Map(nodes.map((node) => [node.metadata?.name ?? '', node]));
    for (const pod of bound) this.#add(pod, pod.spec?.nodeName ?? '');
  }

  /** Follows an attempt with its evictions; answers what the node has given beyond what it has. */
  follow({ pod, nodeName, postFilter }: Attempt, evicting: boolean): string[] {
    if (evicting) for (const { name } of postFilter?.victims ?? []) this.#remove(name);
    if (nodeName === null) return [];
    this.#add(pod, nodeName);
    return RESOURCES.filter((resource) => wanted(pod, resource) > 0).flatMap((resource) =>
      this.#excess(nodeName, resource),
    );
  }

  /** A node that was over-committed before may stay so in what the pod does not ask for. */
  #excess(nodeName: string, resource: string): string[] {
    const there = this.#pods.get(nodeName) ?? [];
    const sum = there.reduce((total, pod) => total + wanted(pod, resource), 0);
    const has = amount(this.#nodes.get(nodeName)?.status?.allocatable?.[resource]);
    return sum > has ? [`${nodeName}: ${sum} of ${has} ${resource}`] : [];
  }

  #add(pod: Pod, nodeName: string): void {
    this.#pods.set(nodeName, [...(this.#pods.get(nodeName) ?? []), pod]);
  }

  #remove(name: string): void {
    for (const [nodeName, pods] of this.#pods)
      this.#pods.set(
        nodeName,
        pods.filter(({ metadata }) => metadata?.name !== name),
      );
  }
}

const RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu', 'pods'];
const UNITS: Readonly<Record<string, number>> = { m: 1, Mi: 1, Gi: 1024 };

/** cpu in thousandths, memory in mebibytes, the rest in pieces. */
function wanted({ spec }: Pod, resource: string): number {
  if (resource === 'pods') return 1;
  const sum = (containers: NonNullable<Pod['spec']>['containers']): number =>
    (containers ?? []).reduce((total, { resources }) => total + amount(resources?.requests?.[resource]), 0);
  return Math.max(sum(spec?.containers), sum(spec?.initContainers)) + amount(spec?.overhead?.[resource]);
}

function amount(value: string | number | undefined): number {
  const [, digits = '0', unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(String(value ?? 0)) ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}
