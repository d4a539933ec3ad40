import type { ClusterObject } from '#scheduler';

/** An account by its names. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * What is known of an account: that it is there, that pods of the cluster use it, that it is not there, or nothing;
 * that nothing is known is answered once.
 */
export type Standing = 'there' | 'used' | 'missing' | 'unknown' | 'answered';

/** The one that the controllers of every cluster make in each namespace. */
const DEFAULT = 'default';

/** The ServiceAccounts of a cluster. */
export class ServiceAccounts {
  readonly #there = new Set<string>();
  readonly #used: ReadonlySet<string>;
  readonly #answered = new Set<string>();
  readonly #isComplete: boolean;

  /** `isComplete`: whether an account that is not among them is not there; nothing is known of it unless given. */
  constructor({
    there = [],
    used = [],
    isComplete = false,
  }: {
    readonly there?: Iterable<ClusterObject>;
    readonly used?: Iterable<AccountName>;
    readonly isComplete?: boolean;
  } = {}) {
    for (const account of there) this.add(account);
    this.#used = new Set(Array.from(used, keyOf));
    this.#isComplete = isComplete;
  }

  add({ metadata: { namespace = '', name = '' } = {} }: ClusterObject): void {
    this.#there.add(keyOf({ namespace, name }));
  }

  standing(account: AccountName): Standing {
    const key = keyOf(account);
    if (account.name === DEFAULT || this.#there.has(key)) return 'there';
    if (this.#used.has(key)) return 'used';
    if (this.#isComplete) return 'missing';
    if (this.#answered.has(key)) return 'answered';
    this.#answered.add(key);
    return 'unknown';
  }
}

function keyOf({ namespace, name }: AccountName): string {
  return `${namespace}/${name}`;
}
