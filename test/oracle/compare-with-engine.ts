import { compareAttempt, type Difference } from '../conformance/compare.js';
import type { Recorded, Scenario as EngineScenario } from '../conformance/recording.js';
import { runScenario } from '../conformance/run-scenario.js';
import { playScenario } from './play-scenario.js';
import type { Scenario } from './scenario.js';

/** One attempt in which engine and oracle do not say the same. */
export interface Disagreement {
  readonly scenario: Scenario;
  readonly index: number;
  /** `want` is the oracle's answer, `got` the engine's. */
  readonly differences: readonly Difference[];
}

export interface Comparison {
  readonly oracle: Recorded;
  readonly disagreements: readonly Disagreement[];
}

/** Plays a scenario in both, each with a copy of its own, and compares every field of every attempt. */
export function compareWithEngine(scenario: Scenario): Comparison {
  const oracle = playScenario(copyOf(scenario));
  const engine = runScenario(copyOf<EngineScenario>(scenario));
  const disagreements = oracle.results.flatMap((_result, index) => {
    const differences = compareAttempt(oracle, engine, { index, ignore: new Set() });
    return differences.length === 0 ? [] : [{ scenario, index, differences }];
  });
  return { oracle, disagreements };
}

function copyOf<T = Scenario>(scenario: Scenario): T {
  return JSON.parse(JSON.stringify(scenario));
}

/** A disagreement as text: where, and what each of the two says. */
export function disagreementLines({ scenario, index, differences }: Disagreement): readonly string[] {
  return [
    `${scenario.id}, attempt ${index}`,
    ...differences.flatMap(({ field, want, got }) => [
      `  ${field}`,
      `    oracle ${JSON.stringify(want) ?? 'nothing'}`,
      `    engine ${JSON.stringify(got) ?? 'nothing'}`,
    ]),
  ];
}
