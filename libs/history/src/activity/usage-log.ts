import { TimeSlice, type Transaction } from '#database';
import { objectsAt } from '#state';
import { streamUsage, type UsageChange } from './activity.queries.js';
import { NO_NODE, USAGE, UsageEvents } from './usage-events.js';
import { UsageTables } from './usage-tables.js';

/** A pod as it was last: what goes is what came. */
interface LastPod {
  readonly node: number;
  readonly amounts: number;
  readonly finished: boolean;
}

type Manifest = {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
} | null;

/** Estimate: a pod's key and what it was last. */
const POD_BYTES = 200;

/**
 * What the nodes of a cluster have and its pods request, change by change from a position of its log on: a few bytes
 * each, without the objects. Sums at any later position follow from it.
 */
export class UsageLog {
  readonly tables = new UsageTables();
  readonly events = new UsageEvents();
  readonly #pods = new Map<string, LastPod>();
  readonly #nodes = new Map<string, number>();
  readonly #slice = new TimeSlice();
  #position: bigint;

  private constructor(
    private readonly clusterId: string,
    readonly begin: bigint,
  ) {
    this.#position = begin;
  }

  /** Begins with what is there at a position. @throws when the log does not lead there */
  static async from(tx: Transaction, clusterId: string, begin: bigint): Promise<UsageLog> {
    const log = new UsageLog(clusterId, begin);
    for await (const { kind, namespace, name, text } of objectsAt(tx, clusterId, begin)) {
      if (kind === 'Node' || kind === 'Pod') log.#take([String(begin), 'create', kind, namespace, name, text]);
      await log.#slice.yieldWhenOver();
    }
    return log;
  }

  /** Changes up to this position are in it. */
  get position(): bigint {
    return this.#position;
  }

  get bytes(): number {
    return this.events.bytes + this.tables.bytes + (this.#pods.size + this.#nodes.size) * POD_BYTES;
  }

  /** Reads on to a position, and yields after each batch; nothing where it has been there. */
  async *readOn(tx: Transaction, upTo: bigint): AsyncIterable<void> {
    if (upTo <= this.#position) return;
    for await (const changes of streamUsage(tx, this.clusterId, { after: this.#position, upTo })) {
      for (const change of changes) {
        this.#take(change);
        await this.#slice.yieldWhenOver();
      }
      yield;
    }
    this.#position = upTo;
  }

  #take([position, op, kind, namespace, name, text]: UsageChange): void {
    const manifest = text === null ? null : (JSON.parse(text) as Manifest);
    if (kind === 'Node') this.#takeNode(Number(position), name, manifest);
    else this.#takePod(Number(position), `${namespace}/${name}`, op === 'bind' ? 'bind' : 'set', manifest);
  }

  #takeNode(position: number, name: string, manifest: Manifest): void {
    const node = this.tables.node(name);
    const before = this.#nodes.get(name);
    const after = manifest === null ? undefined : this.tables.allocatable(manifest);
    if (before === after) return;
    if (before !== undefined) this.events.add(position, { what: USAGE.nodeGoes, node, amounts: before });
    if (after === undefined) this.#nodes.delete(name);
    else {
      this.#nodes.set(name, after);
      this.events.add(position, { what: USAGE.nodeComes, node, amounts: after });
    }
  }

  #takePod(position: number, key: string, how: 'bind' | 'set', manifest: Manifest): void {
    const before = this.#pods.get(key);
    const after = manifest === null ? undefined : this.#podOf(how === 'bind' ? before : undefined, manifest);
    if (after === undefined) this.#pods.delete(key);
    else this.#pods.set(key, after);
    const [goes, comes] = [before, after].map((pod) => (pod?.finished === false ? pod : undefined));
    if (goes?.node === comes?.node && goes?.amounts === comes?.amounts) return;
    if (goes?.node === NO_NODE && comes !== undefined && comes.amounts === goes.amounts) {
      this.events.add(position, { what: USAGE.podIsBound, ...placeOf(comes) });
      return;
    }
    if (goes !== undefined) this.events.add(position, { what: USAGE.podGoes, ...placeOf(goes) });
    if (comes !== undefined) this.events.add(position, { what: USAGE.podComes, ...placeOf(comes) });
  }

  /** A binding says where the pod is, and nothing of what it requests. */
  #podOf(before: LastPod | undefined, manifest: Exclude<Manifest, null>): LastPod {
    const { nodeName = '' } = manifest.spec ?? {};
    const { phase } = manifest.status ?? {};
    return {
      node: nodeName === '' ? (before?.node ?? NO_NODE) : this.tables.node(nodeName),
      amounts: before?.amounts ?? this.tables.requests(manifest),
      finished: phase === 'Succeeded' || phase === 'Failed' || (phase === undefined && before?.finished === true),
    };
  }
}

function placeOf({ node, amounts }: LastPod): Pick<LastPod, 'node' | 'amounts'> {
  return { node, amounts };
}
