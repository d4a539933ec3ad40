import { evidenceAt, type Combination, type Evidence } from '#scheduler';

/** The rows of evidence by what is said of them. */
export function combinationsOf(evidence: Omit<Evidence, 'combinations'>): Combination[] {
  const whole: Evidence = { ...evidence, combinations: [] };
  const combinations = new Map<
    string,
    { readonly first: number; readonly failures: readonly number[]; rows: number }
  >();
  for (let row = 0; row < evidence.nodeCount; row++) {
    const first = evidenceAt.first(whole, row);
    const failures = evidenceAt.failures(whole, row);
    const key = `${first} ${failures.join()}`;
    const known = combinations.get(key);
    if (known === undefined) combinations.set(key, { first, failures, rows: 1 });
    else known.rows += 1;
  }
  return [...combinations.values()];
}
