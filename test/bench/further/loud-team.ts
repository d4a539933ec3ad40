import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchClient } from '../service/bench-client.js';
import type { FigureValues } from './further-figure.js';

/** A process that asks for heavy work without an end. */
export interface LoudTeam {
  /** Ends it: how many requests of each kind were done, and how many refused in all. */
  end(): Promise<FigureValues>;
}

const LOUD = fileURLToPath(new URL('./loud-asks.js', import.meta.url));

/** Resolves when some of its work was answered, and all else is under way or waits. */
export async function startLoudTeam(
  { api: { url } }: BenchClient,
  { clusterId, key }: { readonly clusterId: string; readonly key: string },
): Promise<LoudTeam> {
  const loud = spawn(process.execPath, [LOUD, url, clusterId], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BERTH_KEY: key },
  });
  let text = '';
  loud.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(loud, 'close');
  await Promise.race([once(loud.stdout, 'data'), closed]);
  if (text === '') throw new Error('the loud team has ended before it began');
  return {
    end: async () => {
      loud.stdin.end();
      await closed;
      const counts = JSON.parse(text.trim()) as Readonly<Record<string, { done: number; refused: number }>>;
      const kinds = Object.entries(counts);
      return {
        ...Object.fromEntries(kinds.map(([kind, { done }]) => [`${kind}Done`, done])),
        refused: kinds.reduce((sum, [, { refused }]) => sum + refused, 0),
      };
    },
  };
}
