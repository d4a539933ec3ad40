import type { LoggedDecision } from './logged-decision.js';
import type { Findings, Violation } from './findings.js';
import type { LogAuditor } from './walk-log.js';
import { makerOf, MIRROR, SCHEDULER, type LoggedChange } from './logged.js';

interface Binding {
  readonly position: string;
  readonly node: unknown;
}

/** `by`: the controller that wrote it. */
interface Placement extends Binding {
  readonly by: unknown;
}

/**
 * Bindings of the log and decisions that scheduled are the same, one to one, revision by revision: the same pod to the
 * same node. So are evictions and the victims of runs that evict: for the same pod, in the same revision. In a cluster
 * with a clock the change by which a controller brings a pod to a node may be an update as well: logs of its first
 * release have these. In memory is the uid of each pod that is on no node.
 */
export class PairsAuditor implements LogAuditor {
  readonly #bindings = new Map<string, Binding>();
  readonly #evictions = new Map<string, string>();
  /** Pods that an update by a controller brought to a node in the revision. */
  readonly #placed = new Map<string, Placement>();
  /** Pods on no node. */
  readonly #waiting = new Set<string>();
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

  /** A pod that is there before the first change that will be shown. */
  present(pod: { readonly metadata: { readonly uid?: string | undefined } }): void {
    const { uid } = pod.metadata;
    if (uid !== undefined && isNowhere(nodeOf(pod))) this.#waiting.add(uid);
  }

  change({ row: { op, kind, uid, position, cause }, json }: LoggedChange): void {
    if (kind === 'Pod') this.#follow({ op, uid, cause }, { position: String(position), json });
    if (op === 'bind') this.#bind(uid, { position: String(position), node: nodeOf(json) });
    if (op === 'evict')
      this.#evict(
        pairOf(uid, (json as { preemptor?: { uid?: unknown } } | undefined)?.preemptor?.uid),
        String(position),
      );
  }

  decision({ outcome, pod_uid, node_name, run_id: run, ordinal, victims, preemption }: LoggedDecision): void {
    const place = { revision: this.#revision, run, ordinal, table: 'decisions' };
    if (outcome === 'scheduled') {
      const binding = this.#bindings.get(pod_uid) ?? this.#placedByScheduler(pod_uid);
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
    for (const [uid, { position }] of this.#placed)
      this.#add({ ...this.#at(position), message: `places pod ${uid}, which no decision of its revision scheduled` });
    for (const [pair, position] of this.#evictions)
      this.#add({
        ...this.#at(position),
        message: `evicts pod ${pair.split(' ')[0] ?? ''}, which is no victim of a decision of its revision`,
      });
  }

  /**
   * A pod that waits is placed where a controller writes it with a node. A request may put it on any, and a mirror
   * shows what was decided elsewhere.
   */
  #follow(
    { op, uid, cause }: { readonly op: string; readonly uid: string; readonly cause: string | null },
    { position, json }: { readonly position: string; readonly json: unknown },
  ): void {
    const node = nodeOf(json);
    const isWaiting = (op === 'create' || op === 'update') && isNowhere(node);
    if (isWaiting) this.#waiting.add(uid);
    else if (this.#waiting.delete(uid) && op === 'update' && cause !== null && makerOf(cause) !== MIRROR) {
      this.findings.checked++;
      this.#placed.set(uid, { position, node, by: makerOf(cause) });
    }
  }

  #placedByScheduler(uid: string): Binding | undefined {
    const placed = this.#placed.get(uid);
    if (placed?.by !== SCHEDULER) return undefined;
    this.#placed.delete(uid);
    return placed;
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

function nodeOf(pod: unknown): unknown {
  return (pod as { readonly spec?: { readonly nodeName?: unknown } } | undefined)?.spec?.nodeName;
}

function isNowhere(node: unknown): boolean {
  return node === undefined || node === '';
}

/** A pod and whom it made room for. */
function pairOf(uid: string, preemptor: unknown): string {
  return `${uid} ${String(preemptor)}`;
}
