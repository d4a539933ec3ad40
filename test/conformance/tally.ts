import { IncrementalExecutor, type Executor } from '#scheduler';
import { compareAttempt, topField, type Difference, type Field } from './compare.js';
import type { Recording } from './recording.js';
import { runScenario } from './run-scenario.js';

/** How many attempts of a family were compared, and how many differ, also by field. */
export interface FamilyTally {
  readonly family: string;
  attempts: number;
  mismatches: number;
  readonly byField: Map<Field, number>;
}

export interface Mismatch {
  readonly scenario: string;
  readonly pod: string;
  readonly differences: readonly Difference[];
}

/** Counts agreement and disagreement over any number of recordings. */
export class Tally {
  readonly families = new Map<string, FamilyTally>();
  readonly #ignore: ReadonlySet<Field>;
  readonly #makeExecutor: () => Executor;

  constructor(ignore: ReadonlySet<Field>, makeExecutor: () => Executor = () => new IncrementalExecutor()) {
    this.#ignore = ignore;
    this.#makeExecutor = makeExecutor;
  }

  get attempts(): number {
    return [...this.families.values()].reduce((sum, { attempts }) => sum + attempts, 0);
  }

  get mismatches(): number {
    return [...this.families.values()].reduce((sum, { mismatches }) => sum + mismatches, 0);
  }

  /** Plays one recording and answers what differed. */
  add({ scenario, expected }: Recording): readonly Mismatch[] {
    const family = this.#family(scenario.family);
    const got = runScenario(scenario, this.#makeExecutor());
    // A Policy that is refused is compared as an attempt is.
    const attempts = Array.from({ length: Math.max(1, expected.results.length) }, (_, index) => index);
    return attempts.flatMap((index) => {
      const differences = compareAttempt(expected, got, { index, ignore: this.#ignore });
      count(family, differences);
      const pod = String(expected.results[index]?.['pod']);
      return differences.length === 0 ? [] : [{ scenario: scenario.id, pod, differences }];
    });
  }

  #family(name: string): FamilyTally {
    const known = this.families.get(name);
    if (known !== undefined) return known;
    const tally = { family: name, attempts: 0, mismatches: 0, byField: new Map<Field, number>() };
    this.families.set(name, tally);
    return tally;
  }
}

function count(family: FamilyTally, differences: readonly Difference[]): void {
  family.attempts += 1;
  if (differences.length > 0) family.mismatches += 1;
  for (const { field } of differences)
    family.byField.set(topField(field), (family.byField.get(topField(field)) ?? 0) + 1);
}
