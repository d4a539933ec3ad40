import { Model, type GroupedPods, type ModelObjects, type NamedObject } from './model.js';
import type { Rule } from './rule.js';
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

/** How rules are asked. */
export interface Advising {
  /** Those of this library where no others are given. */
  readonly rules?: readonly Rule[];
  /** Called with each rule that threw, and what it threw. */
  readonly onFailure?: (rule: string, error: unknown) => void;
}

/**
 * What will surprise, rule by rule; stops after each rule, for others to have their turn. A rule that throws says that
 * it failed in the place of its findings, and the others answer.
 */
export function* advise(
  objects: Omit<ModelObjects, 'pods'> & { readonly groups: GroupedPods },
  { rules = ADVICE_RULES, onFailure }: Advising = {},
): Generator<void, readonly Advice[], undefined> {
  const model = new Model(objects);
  yield;
  const found: Advice[] = [];
  for (const rule of rules) {
    try {
      found.push(...findingsOf(rule, model));
    } catch (error) {
      onFailure?.(rule.name, error);
      found.push(failureOf(rule));
    }
    yield;
  }
  return found;
}

function findingsOf({ name: rule, find }: Rule, model: Model): Advice[] {
  return Array.from(find(model), ({ objects: all, ...finding }) => ({
    rule,
    ...finding,
    objects: all.slice(0, MOST_NAMED),
    objectCount: all.length,
  }));
}

function failureOf({ name: rule }: Rule): Advice {
  return {
    rule,
    namespace: '',
    objects: [],
    objectCount: 0,
    sentence: `The rule ${rule} failed on this model and found nothing; the other rules were checked.`,
    remedy: 'Report the error that the log of the service has.',
  };
}
