import type { LoggedDecision } from './logged-decision.js';
import type { Findings, Violation } from './findings.js';
import type { LogAuditor } from './walk-log.js';
import type { LoggedChange } from './logged.js';

interface Binding {
  readonly position: string;
  readonly node: unknown;
}

/**
 * Bindings of the log and decisions that scheduled are the same, one to one, revision by revision: the same pod to the
 * same node. So are evictions and the victims of runs that evict: for the same pod, in the same revision. In a cluster
 * with a clock a binding is an update of the pod that has a cause, and other updates of it may follow in the revision.
 */
export class PairsAuditor implements LogAuditor {
  readonly #bindings = new Map<string, Binding>();
  readonly #evictions = new Map<string, string>();
  /** Pods that controllers left on a node in the revision, as the first of their changes did. */
  readonly #placed = new Map<string, Binding>();
  #revision = '';

  constructor(
    private readonly clusterId: string,
    private readonly findings: Findings,
  ) {}

  begin({ revision }: { readonly revision: bigint }): void {
    this.#revision = String(revision);
    this.#bindings.clear();
    this.#evictions.clear();
    this.#placed.clear();
  }

  change({ row: { op, kind, uid, position, cause }, json }: LoggedChange): void {
    if (op === 'update' && kind === 'Pod' && cause !== null) {
      const { nodeName } = (json as { spec?: { nodeName?: unknown } } | undefined)?.spec ?? {};
      if (nodeName !== undefined && !this.#placed.has(uid))
        this.#placed.set(uid, { position: String(position), node: nodeName });
    }
    if (op === 'bind')
      this.#bind(uid, {
        position: String(position),
        node: (json as { spec?: { nodeName?: unknown } } | undefined)?.spec?.nodeName,
      });
    if (op === 'evict')
      this.#evict(
        pairOf(uid, (json as { preemptor?: { uid?: unknown } } | undefined)?.preemptor?.uid),
        String(position),
      );
  }

  decision({ outcome, pod_uid, node_name, run_id: run, ordinal, victims, preemption }: LoggedDecision): void {
    const place = { revision: this.#revision, run, ordinal, table: 'decisions' };
    if (outcome === 'scheduled') {
      const binding = this.#bindings.get(pod_uid) ?? this.#placed.get(pod_uid);
      this.#bindings.delete(pod_uid);
      if (binding === undefined)
        this.#add({ ...place, message: `scheduled pod ${pod_uid}, which its revision does not bind` });
      else if (binding.node !== node_name)
        this.#add({
          ...place,
          position: binding.position,
          message: `scheduled pod ${pod_uid} to ${node_name ?? 'no node'}, and it was bound to ${String(binding.node)}`,
        });
    }
    if (preemption !== 'evict') return;
    for (const { uid } of victims) {
      if (!this.#evictions.delete(pairOf(uid, pod_uid)))
        this.#add({ ...place, message: `names victim ${uid}, which its revision does not evict for the pod` });
    }
  }

  seal(): void {
    for (const [uid, { position }] of this.#bindings)
      this.#add({ ...this.#at(position), message: `binds pod ${uid}, which no decision of its revision scheduled` });
    for (const [pair, position] of this.#evictions)
      this.#add({
        ...this.#at(position),
        message: `evicts pod ${pair.split(' ')[0] ?? ''}, which is no victim of a decision of its revision`,
      });
  }

  #bind(uid: string, binding: Binding): void {
    this.findings.checked++;
    if (this.#bindings.has(uid))
      this.#add({ ...this.#at(binding.position), message: `binds pod ${uid} for the second time` });
    this.#bindings.set(uid, binding);
  }

  #evict(pair: string, position: string): void {
    this.findings.checked++;
    if (this.#evictions.has(pair))
      this.#add({ ...this.#at(position), message: `evicts pod ${pair.split(' ')[0] ?? ''} for the second time` });
    this.#evictions.set(pair, position);
  }

  #at(position: string): Omit<Violation, 'message'> {
    return { revision: this.#revision, position, table: 'changes' };
  }

  #add(violation: Violation): void {
    this.findings.add({ cluster: this.clusterId, ...violation });
  }
}

/** A pod and whom it made room for. */
function pairOf(uid: string, preemptor: unknown): string {
  return `${uid} ${String(preemptor)}`;
}
