import type { Pod } from '#scheduler';
import type { Findings } from './findings.js';
import type { LoggedChange } from './logged.js';
import type { LoggedDecision } from './logged-decision.js';
import type { LogAuditor } from './walk-log.js';

/**
 * When the pod of each decision was made, which stands beside the decision and is hashed with the pod alone. In memory
 * is a number for each pod that is there.
 */
export class BirthsAuditor implements LogAuditor {
  readonly #births = new Map<string, number>();
  /** They are decided about in the revision that they go in. */
  #gone: string[] = [];

  constructor(
    private readonly clusterId: string,
    private readonly findings: Findings,
  ) {}

  /** A pod that is there before the first change that will be shown. */
  present({ metadata }: Pod): void {
    const { uid, creationTimestamp } = metadata as { readonly uid?: string; readonly creationTimestamp?: string };
    if (uid !== undefined && creationTimestamp !== undefined) this.#births.set(uid, Date.parse(creationTimestamp));
  }

  change({ row: { kind, op, uid }, json }: LoggedChange): void {
    if (kind !== 'Pod') return;
    if (op === 'create' || op === 'update') this.present(json as Pod);
    if (op === 'delete' || op === 'evict') this.#gone.push(uid);
  }

  decision({ pod_uid, pod_created_at, run_id: run, ordinal, revision }: LoggedDecision): void {
    const birth = this.#births.get(pod_uid);
    if (pod_created_at === null || birth === undefined || pod_created_at.getTime() === birth) return;
    this.findings.add({
      cluster: this.clusterId,
      revision,
      run,
      ordinal,
      table: 'decisions',
      message: 'says another time of the creation of its pod than the log',
    });
  }

  seal(): void {
    for (const uid of this.#gone) this.#births.delete(uid);
    this.#gone = [];
  }
}
