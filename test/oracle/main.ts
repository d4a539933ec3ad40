import { compareWithEngine, disagreementLines } from './compare-with-engine.js';
import { Coverage } from './coverage.js';
import { generateScenario } from './generate-scenario.js';

const SHOWN = 5;

/**
 * `main.js [COUNT] [FIRST_SEED]`: plays random scenarios in engine and oracle. Exit code 0: all agree; 1:
 * some differ; 2: bad arguments.
 */
function main([count = '100', first = '1']: readonly string[]): number {
  if (!/^[1-9]\d*$/.test(count) || !/^\d+$/.test(first)) {
    process.stderr.write('usage: main.js [COUNT] [FIRST_SEED]\n');
    return 2;
  }
  const coverage = new Coverage();
  let attempts = 0;
  let disagreements = 0;
  for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
    const comparison = compareWithEngine(generateScenario(seed));
    coverage.add(comparison.oracle);
    attempts += comparison.oracle.results.length;
    for (const disagreement of comparison.disagreements) {
      disagreements += 1;
      if (disagreements <= SHOWN) print(disagreementLines(disagreement));
    }
  }
  print([...coverage.lines(), `oracle: ${count} scenarios, ${attempts} attempts, ${disagreements} disagreements`]);
  return disagreements === 0 ? 0 : 1;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

process.exitCode = main(process.argv.slice(2));
