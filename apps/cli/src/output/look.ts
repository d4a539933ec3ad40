import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../exit.js';
import type { Terminal } from '../terminal/index.js';
import type { Format } from './formats.js';

const EVERY_MS = 2_000;

/** How a list is looked at. */
export interface Look {
  readonly terminal: Terminal;
  readonly watch?: true | undefined;
  readonly output?: Format | undefined;
}

/**
 * Prints once, or with `--watch` again and again: on a screen in the place of what was there, elsewhere only the lines
 * that were not there before. @throws UsageError
 */
export async function look(
  { terminal, watch, output }: Look,
  print: (terminal: Terminal, format: Format | undefined) => Promise<void>,
): Promise<void> {
  if (watch === undefined) return print(terminal, output);
  if (output === 'json' || output === 'yaml')
    throw new UsageError(`--watch prints lines: it cannot be combined with ${output}`);
  let before = new Set<string>();
  while (terminal.signal?.aborted !== true) {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(...text.split('\n'));
    await print({ ...terminal, print: say, complain: say }, output);
    terminal.clear?.();
    for (const line of lines) if (terminal.clear !== undefined || !before.has(line)) terminal.print(line);
    before = new Set(lines);
    await delay(EVERY_MS, undefined, { signal: terminal.signal }).catch(() => undefined);
  }
}
