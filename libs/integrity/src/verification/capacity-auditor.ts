import type { LoggedDecision, Findings, LogAuditor, LoggedChange } from '../auditors/index.js';
import { milliValue, requireQuantity, value } from '#apimachinery';
import type { ResourceList } from '#kubernetes';
import { placedPod, type Pod } from '#scheduler';
import type { FitRules } from './fit-rules.js';

/** What pods of equal requests take: integers, cpu in thousandths. */
interface Load {
  readonly amounts: ReadonlyMap<string, bigint>;
  /** Where pods of this load are: one object for each node, however many pods. */
  readonly on: Map<Account | null, Placement>;
}

interface Placement {
  readonly load: Load;
  readonly node: Account | null;
}

/** A node's account, whether the node is there or not. */
interface Account {
  allocatable: ReadonlyMap<string, bigint>;
  readonly requested: Map<string, bigint>;
}

/** A binding that takes more than there is, of these resources. */
interface Excess {
  readonly position: string;
  readonly node: string;
  readonly over: readonly { readonly resource: string; readonly requested: bigint; readonly allocatable: bigint }[];
}

const PODS = 'pods';

/**
 * Every node's account through the log: after each binding by Berth, what the pod asks for is there, and a place for
 * it, as kube-scheduler v1.34 counts requests. What was imported or bound by others counts, and is theirs. A binding by
 * a profile that does not ask whether resources fit was meant so. In memory is a reference for each pod that is there.
 */
export class CapacityAuditor implements LogAuditor {
  readonly #nodes = new Map<string, Account>();
  readonly #pods = new Map<string, Placement>();
  readonly #loads = new Map<string, Load>();
  readonly #suspects = new Map<string, Excess>();
  #revision = '';

  constructor(
    private readonly check: { readonly clusterId: string; readonly findings: Findings; readonly rules: FitRules },
  ) {}

  begin({ revision }: { readonly revision: bigint }): void {
    this.#revision = String(revision);
    this.#suspects.clear();
  }

  /** An object that is there before the first change that will be shown. */
  present(object: object): void {
    const {
      kind,
      metadata: { namespace = '', name },
    } = object as { readonly kind: string; readonly metadata: { readonly namespace?: string; readonly name: string } };
    if (kind === 'Node') this.#account(name).allocatable = allocatableOf(object);
    if (kind === 'Pod') this.#put(`${namespace}/${name}`, object);
  }

  change(change: LoggedChange): void {
    const { kind, op, name, namespace } = change.row;
    if (kind === 'Node' && op !== 'note')
      this.#account(name).allocatable = op === 'delete' ? new Map() : allocatableOf(change.json);
    if (kind === 'Pod') this.#pod(`${namespace}/${name}`, change);
  }

  decision({ outcome, pod_uid, profile_digest }: LoggedDecision): void {
    const excess = outcome === 'scheduled' ? this.#suspects.get(pod_uid) : undefined;
    if (excess === undefined) return;
    this.#suspects.delete(pod_uid);
    const counted = excess.over.filter(({ resource }) => this.check.rules.asks(profile_digest, resource));
    if (counted.length > 0) this.#report({ ...excess, over: counted });
  }

  seal(): void {
    for (const excess of this.#suspects.values()) this.#report(excess);
  }

  #pod(key: string, { row: { op, uid, position }, json }: LoggedChange): void {
    switch (op) {
      case 'create':
      case 'update':
        return this.#put(key, json as Pod | undefined);
      case 'bind':
        return this.#bind(key, (json as Pod | undefined)?.spec?.nodeName ?? '', { uid, position: String(position) });
      case 'evict':
      case 'delete':
        return this.#remove(key);
    }
  }

  #put(key: string, pod: Pod | undefined): void {
    this.#remove(key);
    const load = this.#load(pod ?? {});
    const finished = pod?.status?.phase === 'Succeeded' || pod?.status?.phase === 'Failed';
    const node = pod?.spec?.nodeName;
    this.#place(key, load, node === undefined || node === '' || finished ? null : this.#account(node));
  }

  #bind(key: string, node: string, { uid, position }: { readonly uid: string; readonly position: string }): void {
    this.check.findings.checked++;
    const load = this.#pods.get(key)?.load ?? this.#load({});
    this.#remove(key);
    const account = this.#account(node);
    this.#place(key, load, account);
    const over = [...load.amounts.keys()].flatMap((resource) => {
      const [requested, allocatable] = [account.requested.get(resource) ?? 0n, account.allocatable.get(resource) ?? 0n];
      return requested > allocatable ? [{ resource, requested, allocatable }] : [];
    });
    if (over.length > 0) this.#suspects.set(uid, { position, node, over });
  }

  #place(key: string, load: Load, node: Account | null): void {
    let placement = load.on.get(node);
    if (placement === undefined) load.on.set(node, (placement = { load, node }));
    this.#pods.set(key, placement);
    if (node !== null) add(node.requested, load.amounts, 1n);
  }

  #remove(key: string): void {
    const placement = this.#pods.get(key);
    if (placement === undefined) return;
    this.#pods.delete(key);
    if (placement.node !== null) add(placement.node.requested, placement.load.amounts, -1n);
  }

  #account(name: string): Account {
    let account = this.#nodes.get(name);
    if (account === undefined) this.#nodes.set(name, (account = { allocatable: new Map(), requested: new Map() }));
    return account;
  }

  /** One object for equal requests. */
  #load(pod: Pod): Load {
    const amounts = placedPod(pod).load.amounts.filter(({ exact }) => exact > 0n);
    const key = amounts.map(({ name, exact }) => `${name}=${exact}`).join();
    let load = this.#loads.get(key);
    if (load === undefined)
      this.#loads.set(
        key,
        (load = {
          amounts: new Map([...amounts.map(({ name, exact }) => [name, exact] as const), [PODS, 1n]]),
          on: new Map(),
        }),
      );
    return load;
  }

  #report({ position, node, over }: Excess): void {
    const amounts = over.map(
      ({ resource, requested, allocatable }) =>
        `${requested} of ${allocatable} ${resource}${resource === 'cpu' ? ' (thousandths)' : ''}`,
    );
    this.check.findings.add({
      cluster: this.check.clusterId,
      revision: this.#revision,
      position,
      table: 'changes',
      message: `the binding takes ${amounts.join(', ')} of node ${node}`,
    });
  }
}

function add(sums: Map<string, bigint>, amounts: ReadonlyMap<string, bigint>, times: bigint): void {
  for (const [resource, amount] of amounts) sums.set(resource, (sums.get(resource) ?? 0n) + times * amount);
}

/** As kube-scheduler v1.34 Resource.Add: cpu in thousandths, everything else whole, both rounded up. */
function allocatableOf(node: unknown): ReadonlyMap<string, bigint> {
  const list =
    (node as { readonly status?: { readonly allocatable?: ResourceList | null } | null } | undefined)?.status
      ?.allocatable ?? {};
  return new Map(
    Object.entries(list).map(([resource, text]) => {
      const quantity = requireQuantity(text);
      return [resource, resource === 'cpu' ? milliValue(quantity) : value(quantity)];
    }),
  );
}
