import { parseArgs } from 'node:util';
import { COMPARABLE_FIELDS, type Field } from './compare.js';
import { InputError } from './read-recordings.js';

export const USAGE = 'usage: conformance [--ignore FIELD,...] [--show N | --verbose] DIR_OR_FILE...';

export interface Arguments {
  readonly paths: readonly string[];
  readonly ignore: ReadonlySet<Field>;
  /** How many mismatching attempts are printed. */
  readonly show: number;
}

/** Reads the command line. Throws InputError on what it cannot use. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(argv);
  if (positionals.length === 0) throw new InputError(USAGE);
  const ignore = new Set((values.ignore ?? []).flatMap((list) => list.split(',')).filter((field) => field !== ''));
  const unknown = [...ignore].filter((field) => !COMPARABLE_FIELDS.includes(field));
  if (unknown.length > 0)
    throw new InputError(`--ignore: unknown field ${unknown.join(', ')}; known are ${COMPARABLE_FIELDS.join(', ')}`);
  return { paths: positionals, ignore, show: values.verbose === true ? Infinity : readCount(values.show ?? '0') };
}

function parsed(argv: readonly string[]): {
  values: { ignore?: string[]; show?: string; verbose?: boolean };
  positionals: string[];
} {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ignore: { type: 'string', multiple: true }, show: { type: 'string' }, verbose: { type: 'boolean' } },
    });
  } catch (error) {
    throw new InputError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InputError(`--show: ${JSON.stringify(text)} is not a number`);
  return Number(text);
}
