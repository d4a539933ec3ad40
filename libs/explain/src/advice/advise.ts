import { Model, type GroupedPods, type ModelObjects, type NamedObject } from './model.js';
import { ADVICE_RULES } from './rules/index.js';

/** Something in a model that will surprise. */
export interface Advice {
  /** What was looked for. */
  readonly rule: string;
  /** Empty where it is of no namespace. */
  readonly namespace: string;
  /** What it is about: the first of them. */
  readonly objects: readonly NamedObject[];
  /** How many there are in all. */
  readonly objectCount: number;
  readonly sentence: string;
  /** What would make an end of it. */
  readonly remedy: string;
}

/** So many objects are named. */
const MOST_NAMED = 20;

/** What will surprise, rule by rule; stops after each rule, for others to have their turn. */
export function* advise(
  objects: Omit<ModelObjects, 'pods'> & { readonly groups: GroupedPods },
): Generator<void, readonly Advice[], undefined> {
  const model = new Model(objects);
  yield;
  const found: Advice[] = [];
  for (const { name: rule, find } of ADVICE_RULES) {
    for (const { objects: all, ...finding } of find(model))
      found.push({ rule, ...finding, objects: all.slice(0, MOST_NAMED), objectCount: all.length });
    yield;
  }
  return found;
}
