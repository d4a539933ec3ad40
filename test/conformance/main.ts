import { readArguments, type Arguments } from './arguments.js';
import { InputError, readRecordings, recordingFiles } from './read-recordings.js';
import { mismatchLines, tableLines } from './report.js';
import { Tally } from './tally.js';

/**
 * Plays recordings of kube-scheduler and compares. Exit code 0: all agree; 1: some attempt differs; 2: unusable input.
 */
function main(argv: readonly string[]): number {
  try {
    const tally = play(readArguments(argv));
    print(tableLines(tally));
    return tally.mismatches === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`conformance: ${error.message}\n`);
    return 2;
  }
}

function play({ paths, ignore, show }: Arguments): Tally {
  const tally = new Tally(ignore);
  let left = show;
  for (const file of paths.flatMap(recordingFiles)) {
    for (const recording of readRecordings(file)) {
      const shown = tally.add(recording).slice(0, left);
      left -= shown.length;
      for (const mismatch of shown) print(mismatchLines(mismatch));
    }
  }
  return tally;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Whoever reads may have seen enough (`| head`). */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = main(process.argv.slice(2));
