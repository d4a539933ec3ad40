import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSaid } from '#test-run';
import { run } from '../../apps/cli/src/run.js';
import type { Terminal } from '../../apps/cli/src/terminal/index.js';

/** What a command did: its exit code, what it printed and what it complained of. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Folders that are not there: neither contexts nor keys of the one who runs the tests are found. */
const ELSEWHERE = { HOME: join(tmpdir(), 'no-home'), BERTH_DATA_DIR: join(tmpdir(), 'no-data') };

/**
 * Runs `berth` in this process, words apart by spaces, with pipes as its input and output. The
 * environment is what is given here and nothing else.
 */
export async function berth(
  line: string,
  {
    input = [],
    environment,
    ...terminal
  }: Partial<Omit<Terminal, 'input'>> & { readonly input?: readonly string[] } = {},
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(line.split(' '), {
    input: bytesOf(input),
    print: (text) => void out.push(text),
    complain: (text) => {
      keepSaid(text);
      err.push(text);
    },
    ...terminal,
    environment: { ...ELSEWHERE, ...environment },
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function* bytesOf(texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}
