import { parseArgs } from 'node:util';
import { MODES, type Mode } from './report.js';
import { WorkloadError } from './workload.js';

export const USAGE =
  `usage: bench [--mode ${MODES.join('|')}] [--runs N] [--seconds N] [--calls N] [--json] [--compare ` +
  'OLD.json] --workload FILE...';

export interface Arguments {
  readonly mode: Mode;
  readonly files: readonly string[];
  /** Fresh processes a figure. */
  readonly runs: number;
  /** A run is stopped when this much is on the clock; the figures then are of the pods that were done. */
  readonly seconds: number;
  /** Calls that the measured pods are dealt out to; of the service only. */
  readonly calls: number;
  readonly json: boolean;
  /** Earlier figures, one JSON object a line. */
  readonly compare: string | undefined;
}

/** Reads the command line. Throws WorkloadError on what it cannot use. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const files = [...(values.workload ?? []), ...positionals];
  if (files.length === 0) throw new WorkloadError(USAGE);
  const mode = readMode(values.mode ?? 'engine');
  if (mode === 'engine' && values.calls !== undefined)
    throw new WorkloadError('--calls: the engine alone is not called');
  return {
    mode,
    files,
    json: values.json === true,
    compare: values.compare,
    runs: readCount('--runs', values.runs ?? '3'),
    seconds: readCount('--seconds', values.seconds ?? '12'),
    calls: readCount('--calls', values.calls ?? '1'),
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        workload: { type: 'string', multiple: true },
        mode: { type: 'string' },
        runs: { type: 'string' },
        seconds: { type: 'string' },
        calls: { type: 'string' },
        json: { type: 'boolean' },
        compare: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WorkloadError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function readMode(text: string): Mode {
  const mode = MODES.find((known) => known === text);
  if (mode === undefined)
    throw new WorkloadError(`--mode: ${JSON.stringify(text)} is not known; known are ${MODES.join(', ')}`);
  return mode;
}

/** A number above 0. Throws WorkloadError on anything else. */
export function readCount(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new WorkloadError(`${option}: ${JSON.stringify(text)} is not a number above 0`);
  return Number(text);
}
