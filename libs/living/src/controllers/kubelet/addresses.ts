import { ownField } from '#json';
import type { KubernetesObject } from '#kubernetes';

/** The addresses of a node's pods. JSON. */
interface Addresses {
  /** Counts nodes: the network of one that has none. */
  readonly number: number;
  /** The last byte of an address, and the pod that has it. */
  readonly taken: Readonly<Record<string, string>>;
}

/** The first address of a pod on its node: .1 is that of the bridge. */
const FIRST = 2;
const LAST = 254;

/** Addresses of pods, unique in the cluster: out of `podCIDR` of their node, or of 10.244.N.0/24. */
export class PodAddresses {
  readonly #memory: Map<string, unknown>;

  constructor(memory: Map<string, unknown>) {
    this.#memory = memory;
  }

  /** Networks are numbered as nodes come. */
  register(node: string): void {
    this.#of(node);
  }

  /** The address of a pod on a node; undefined when all are taken. */
  take(node: KubernetesObject, uid: string): string | undefined {
    const { number, taken } = this.#of(node.metadata.name);
    for (let host = FIRST; host <= LAST; host += 1) {
      const owner = ownField(taken, String(host));
      if (owner !== undefined && owner !== uid) continue;
      this.#memory.set(keyOf(node.metadata.name), { number, taken: { ...taken, [host]: uid } } satisfies Addresses);
      return `${networkOf(node, number)}.${host}`;
    }
    return undefined;
  }

  /** A pod has an address from before: no other gets it, and those of its node are beside it. */
  keep(node: string, uid: string, podIP: string): void {
    const [, second, third, host] = /^10\.(\d+)\.(\d+)\.(\d+)$/.exec(podIP) ?? [];
    if (host === undefined) return;
    const { number, taken } = this.#of(node);
    const given = (Number(second) - 244) * 256 + Number(third);
    const isFirst = given > 0 && given !== number && Object.keys(taken).length === 0;
    if (isFirst) this.#giveNumber(given, number);
    const own = { number: isFirst ? given : number, taken: { ...taken, [host]: uid } };
    this.#memory.set(keyOf(node), own satisfies Addresses);
    this.#memory.set('nodes', Math.max(Number(this.#memory.get('nodes') ?? 0), own.number));
  }

  /** The node that has a number gets another one. */
  #giveNumber(number: number, instead: number): void {
    for (const [key, value] of [...this.#memory])
      if (key.startsWith(ADDRESSES) && (value as Addresses).number === number)
        this.#memory.set(key, { ...(value as Addresses), number: instead } satisfies Addresses);
  }

  free(node: string, uid: string): void {
    const { number, taken } = this.#of(node);
    const left = Object.entries(taken).filter(([, owner]) => owner !== uid);
    if (left.length === Object.keys(taken).length) return;
    this.#memory.set(keyOf(node), { number, taken: Object.fromEntries(left) } satisfies Addresses);
  }

  /** The address of the node itself. */
  hostOf(node: KubernetesObject): string {
    const { addresses = [] } = (node['status'] ?? {}) as {
      readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    };
    const { number } = this.#of(node.metadata.name);
    const own = addresses.find(({ type }) => type === 'InternalIP')?.address;
    return own ?? `172.18.${Math.floor(number / 254)}.${(number % 254) + 1}`;
  }

  #of(node: string): Addresses {
    const known = this.#memory.get(keyOf(node)) as Addresses | undefined;
    if (known !== undefined) return known;
    const number = Number(this.#memory.get('nodes') ?? 0) + 1;
    this.#memory.set('nodes', number);
    const made = { number, taken: {} };
    this.#memory.set(keyOf(node), made);
    return made;
  }
}

const ADDRESSES = 'addresses ';

function keyOf(node: string): string {
  return `${ADDRESSES}${node}`;
}

function networkOf(node: KubernetesObject, number: number): string {
  const { podCIDR } = (node['spec'] ?? {}) as { readonly podCIDR?: string };
  const given = /^(\d+\.\d+\.\d+)\.\d+\/\d+$/.exec(podCIDR ?? '')?.[1];
  return given ?? `10.${244 + Math.floor(number / 256)}.${number % 256}`;
}
