import type { ObjectKind, Pod } from '../objects/index.js';

/** The kinds of objects that a snapshot has lists of. */
export class ObjectKinds {
  readonly #byKind: ReadonlyMap<string, ObjectKind>;
  readonly #byList: ReadonlyMap<string, ObjectKind>;
  /** Kinds share these functions. */
  readonly concerns: readonly ObjectKind['concerns'][];

  constructor(kinds: readonly ObjectKind[]) {
    this.#byKind = new Map(kinds.map((one) => [one.kind, one]));
    this.#byList = new Map(kinds.map((one) => [one.list, one]));
    this.concerns = [...new Set(kinds.map(({ concerns }) => concerns))];
  }

  named(kind: string): ObjectKind | undefined {
    return this.#byKind.get(kind);
  }

  /** The kind of the objects in a list. */
  in(list: string): ObjectKind | undefined {
    return this.#byList.get(list);
  }
}

/** How often objects changed, counted by the pods that they concern. */
export class ObjectVersions {
  readonly #counts: { readonly concerns: ObjectKind['concerns']; changes: number }[];

  constructor({ concerns }: ObjectKinds) {
    this.#counts = concerns.map((one) => ({ concerns: one, changes: 0 }));
  }

  changed(kind: ObjectKind | undefined): void {
    const count = this.#counts.find(({ concerns }) => concerns === kind?.concerns);
    if (count !== undefined) count.changes += 1;
  }

  /** Another number whenever an object changes that concerns the pod. */
  for(pod: Pod): number {
    let sum = 0;
    for (const { concerns, changes } of this.#counts) if (concerns(pod)) sum += changes;
    return sum;
  }
}
