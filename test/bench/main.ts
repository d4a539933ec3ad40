import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readArguments, type Arguments } from './arguments.js';
import { runEngine, type Figures } from './engine-run.js';
import { progressBar } from './progress-bar.js';
import { HEAD, readResults, resultOf, tableLine, type Result } from './report.js';
import { runService, type ServiceRunOptions } from './service-run.js';
import { readWorkload, WorkloadError } from './workload.js';

/** Exit code 0: measured; 2: unusable input. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const input = readArguments(argv);
    const earlier = input.compare === undefined ? undefined : readResults(input.compare);
    if (!input.json) print(HEAD);
    for (const file of input.files) {
      const result = await measure(file, input);
      print(input.json ? JSON.stringify(result) : tableLine(result, earlier));
    }
    return 0;
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 2;
  }
}

/**
 * Every run is a process of its own, the engine's or the service's: what one has compiled and collected does
 * not help or hinder the next.
 */
async function measure(file: string, input: Arguments): Promise<Result> {
  const workload = readWorkload(file);
  const { mode, runs } = input;
  const figures: Figures[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const bar = progressBar(`${workload.name} ${mode} run ${run}/${runs}`);
    const { progress } = bar;
    try {
      figures.push(
        mode === 'engine'
          ? await runEngineApart(file, { ...input, progress })
          : await runService(workload, { ...input, mode, progress }),
      );
    } finally {
      bar.stop();
    }
  }
  return resultOf({ workload: workload.name, mode }, figures);
}

async function runEngineApart(
  file: string,
  { seconds, progress }: Pick<ServiceRunOptions, 'seconds' | 'progress'>,
): Promise<Figures> {
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, BENCH_FILE: file, BENCH_SECONDS: String(seconds) },
  });
  let figures: Figures | undefined;
  child.on('message', (message: { readonly done?: number; readonly of?: number; readonly figures?: Figures }) => {
    figures = message.figures;
    progress('deciding', message.done ?? 1, message.of ?? 1);
  });
  // The channel may have something to tell when the process is gone.
  const [[code]] = (await Promise.all([once(child, 'exit'), once(child, 'disconnect')])) as [[number | null], unknown];
  if (figures === undefined) throw new Error(`a run of ${file} ended with exit code ${code} and without figures`);
  return figures;
}

/**
 * So often the engine decides the workload off the clock, on clusters of their own: a service that
 * is asked has been compiled.
 */
const REHEARSALS = 4;

/** A child tells the parent what it came to. */
async function measureOnce(file: string, seconds: number): Promise<void> {
  const workload = readWorkload(file);
  for (let times = 0; times < REHEARSALS; times += 1)
    await runEngine(workload, { seconds: seconds / 4, progress: () => undefined });
  let reported = 0;
  const figures = await runEngine(workload, {
    seconds,
    progress: (done, of) => {
      if (performance.now() - reported < 500) return;
      reported = performance.now();
      process.send?.({ done, of });
    },
  });
  process.send?.({ figures });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const { BENCH_FILE: file, BENCH_SECONDS: seconds } = process.env;
if (process.send !== undefined && file !== undefined) await measureOnce(file, Number(seconds));
else process.exitCode = await main(process.argv.slice(2));
