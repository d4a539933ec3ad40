import { writeFileSync } from 'node:fs';
import { growthPlot } from './growth-plot.js';
import { readResults } from './report.js';

/**
 * Draws what `npm run bench -- --json` has measured, as docs/performance.md shows it:
 * `node dist/test/bench/plot-growth.js FIGURES.jsonl FILE.svg`.
 */
const [figures, file] = process.argv.slice(2);
if (figures === undefined || file === undefined) {
  process.stderr.write('usage: plot-growth FIGURES.jsonl FILE.svg\n');
  process.exitCode = 2;
} else writeFileSync(file, growthPlot([...readResults(figures).values()]));
