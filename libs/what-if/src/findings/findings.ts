/** What is said of an object of the manifests, as an import says it; what the object does not name is empty. */
export interface Finding {
  /** Its place in the input, from 0. */
  readonly index: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly field?: string;
  readonly message: string;
}

/** A kind of which nothing is read, and how many objects of it there were. */
export interface UnreadKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
  /** What that means for the placement of pods. */
  readonly message: string;
  /** Whether it may change where pods go: then the answer is not one about all of the manifests. */
  readonly matters: boolean;
}

/** An object, or pods of a workload, that the API server would not create. */
export interface Refused extends Finding {
  /** How many pods are not there for it. */
  readonly pods: number;
}

/** A quota of which more is used than it allows, because of what was asked. Amounts are Kubernetes quantities. */
export interface ExceededQuota {
  readonly namespace: string;
  readonly quota: string;
  readonly resource: string;
  readonly hard: string;
  readonly used: string;
}

/** A rollout of a Deployment that cannot go on, and why. */
export interface StoppedRollout extends Finding {
  readonly replicas: number;
  /** New pods that have a node. */
  readonly updated: number;
  /** Old pods that stay. */
  readonly old: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** All that is to be said of manifests beside what becomes of their pods; each list ends with how many are left out. */
export interface FindingsReport {
  /** Fields that are unknown, which are dropped, or that stand twice. */
  readonly unknownFields: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly ignored: readonly UnreadKind[];
  /** By quotas, by ranges of limits, or because of an account that is not there. */
  readonly refused: readonly Refused[];
  readonly overQuota: readonly ExceededQuota[];
  readonly rollouts: readonly StoppedRollout[];
  /** What controllers are assumed to do, in sentences. */
  readonly assumed: readonly string[];
}

/** Entries of a list; further ones are counted. */
const MOST = 1_000;

/** A list of which the first entries are kept. */
class Some<T> {
  readonly #items: T[] = [];
  #more = 0;

  constructor(private readonly rest: (more: number) => T) {}

  add(item: T): void {
    if (this.#items.length < MOST) this.#items.push(item);
    else this.#more += 1;
  }

  get all(): readonly T[] {
    return this.#more === 0 ? this.#items : [...this.#items, this.rest(this.#more)];
  }
}

const NO_OBJECT = { index: 0, apiVersion: '', kind: '', namespace: '', name: '' };

function more(count: number): Finding {
  return { ...NO_OBJECT, message: `and ${count} more` };
}

/** Gathers what is to be said while manifests come in. */
export class Findings {
  readonly #unknownFields = new Some<Finding>(more);
  readonly #warnings = new Some<Finding>(more);
  readonly #refused = new Some<Refused>((count) => ({ ...more(count), pods: 0 }));
  readonly #ignored = new Map<string, UnreadKind>();
  readonly #rollouts: StoppedRollout[] = [];
  readonly #assumed = new Set<string>();
  #leftOut = 0;

  unknownField(finding: Finding): void {
    this.#unknownFields.add(finding);
  }

  warn(finding: Finding): void {
    this.#warnings.add(finding);
  }

  refuse(refused: Refused): void {
    this.#refused.add(refused);
  }

  stop(rollout: StoppedRollout): void {
    this.#rollouts.push(rollout);
  }

  ignore(kind: Omit<UnreadKind, 'count'>): void {
    const key = `${kind.apiVersion} ${kind.kind}`;
    const known = this.#ignored.get(key);
    if (known === undefined && this.#ignored.size >= MOST) return;
    this.#ignored.set(key, { ...kind, count: (known?.count ?? 0) + 1 });
  }

  /** A sentence; the same one is said once. */
  assume(sentence: string): void {
    if (this.#assumed.has(sentence)) return;
    if (this.#assumed.size < MOST) this.#assumed.add(sentence);
    else this.#leftOut += 1;
  }

  get refused(): readonly Refused[] {
    return this.#refused.all;
  }

  /** Undefined where there is nothing to say. */
  report(overQuota: readonly ExceededQuota[]): FindingsReport | undefined {
    const assumed = [...this.#assumed, ...(this.#leftOut === 0 ? [] : [`and ${this.#leftOut} more`])];
    const report = {
      unknownFields: this.#unknownFields.all,
      warnings: this.#warnings.all,
      ignored: [...this.#ignored.values()],
      refused: this.#refused.all,
      overQuota,
      rollouts: this.#rollouts,
      assumed,
    };
    return Object.values(report).every(({ length }) => length === 0) ? undefined : report;
  }
}
