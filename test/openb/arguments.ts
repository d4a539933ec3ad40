import { parseArgs } from 'node:util';
import { InputError } from './input-error.js';
import { POLICIES, type Policy } from './gpu-sharing.js';

export const USAGE =
  `usage: openb --list FILE.csv --policy ${POLICIES.join('|')}[,...] ` +
  '[--seeds 10] [--nodes FILE.csv] [--json] [--plot FILE.svg]';

export interface Arguments {
  readonly list: string;
  /** Undefined: the nodes of the trace that are part of this repository. */
  readonly nodes: string | undefined;
  readonly policies: readonly Policy[];
  /** How many, from the first one on. */
  readonly seeds: number;
  readonly json: boolean;
  readonly plot: string | undefined;
}

/** Reads the command line. @throws InputError on what it cannot use */
export function readArguments(argv: readonly string[]): Arguments {
  const { list, nodes, policy, seeds, json, plot } = parsed(argv);
  if (list === undefined) throw new InputError(`--list is missing\n${USAGE}`);
  if (policy === undefined) throw new InputError(`--policy is missing\n${USAGE}`);
  if (!/^[1-9]\d{0,5}$/.test(seeds)) throw new InputError(`--seeds: ${JSON.stringify(seeds)} is no number from 1 on`);
  return { list, nodes, policies: readPolicies(policy), seeds: Number(seeds), json, plot };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        list: { type: 'string' },
        nodes: { type: 'string' },
        policy: { type: 'string' },
        seeds: { type: 'string', default: '10' },
        json: { type: 'boolean', default: false },
        plot: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new InputError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function readPolicies(text: string): readonly Policy[] {
  const policies = text.split(',').map((name) => {
    const policy = POLICIES.find((known) => known === name);
    if (policy === undefined)
      throw new InputError(`--policy: ${JSON.stringify(name)} is not known; known are ${POLICIES.join(', ')}`);
    return policy;
  });
  return [...new Set(policies)];
}
