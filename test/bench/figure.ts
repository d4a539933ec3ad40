import { progressBar } from './progress-bar.js';
import { readFigureArguments } from './further/figure-arguments.js';
import { figureResult, figureTable } from './further/figure-report.js';
import type { FigureValues } from './further/further-figure.js';
import { WorkloadError } from './workload.js';

/** A figure that no workload gives: `node dist/test/bench/figure.js NAME`. Exit code 0: measured; 2: unusable input. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const { name, figure, size, runs, json } = readFigureArguments(argv);
    const values: FigureValues[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const bar = progressBar(`${name} run ${run}/${runs}`);
      try {
        values.push(await figure.measure({ ...size, progress: bar.progress }));
      } finally {
        bar.stop();
      }
    }
    const result = figureResult({ figure: name, size }, values);
    process.stdout.write(`${json ? JSON.stringify(result) : figureTable(result)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
