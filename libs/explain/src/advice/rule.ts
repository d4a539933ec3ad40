import type { Model, NamedObject } from './model.js';

/** Something in a model that will surprise, before it is cut to what is reported. */
export interface Finding {
  /** Empty where it is of no namespace. */
  readonly namespace: string;
  /** What it is about, the most important first. */
  readonly objects: readonly NamedObject[];
  readonly sentence: string;
  /** What would make an end of it. */
  readonly remedy: string;
}

/** What looks for one kind of surprise. */
export interface Rule {
  /** In kebab-case; never another meaning. */
  readonly name: string;
  /** What it looks for, in a sentence. */
  readonly description: string;
  readonly find: (model: Model) => Iterable<Finding>;
}
