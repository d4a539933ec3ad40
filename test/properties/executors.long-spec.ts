import { executorProperties } from './executor-properties.js';
import { disagreement } from './executors-agree.js';
import { scenarioOf, scenarioProfiles, scenarioScript } from './scenario-script.js';

describe('for 10,000 scripts', () => executorProperties(10_000));

test('both executors say the same in four rounds of 5,000 scenarios of everything that plugins read', () => {
  const scenarios = Array.from({ length: 5000 }, (_, index) => scenarioOf(10_000 + index));
  expect(
    scenarios.flatMap((scenario) => disagreement(scenarioScript(scenario, 4), scenarioProfiles(scenario))),
  ).toEqual([]);
});
