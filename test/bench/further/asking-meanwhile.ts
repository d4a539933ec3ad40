import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchClient } from '../service/bench-client.js';

/** Who asks, and what for. */
export interface Asked {
  readonly clusterId: string;
  /** Reads of a small cluster unless given; or runs of one pod of those that importBoundCluster left pending. */
  readonly kind?: 'reads' | 'runs';
  /** Where the service wants one. */
  readonly key?: string | undefined;
  /** Ends by itself after so many. */
  readonly most?: number;
}

/** A process that does nothing else but ask. */
export interface Asking {
  /** Waits until it has asked so many times as it was to, where it was given a number; milliseconds of each. */
  all(): Promise<readonly number[]>;
  /** Ends it; milliseconds of each request so far. */
  end(): Promise<readonly number[]>;
}

/** Reads, and how long they went on. */
export interface Reads {
  readonly readMs: readonly number[];
  readonly seconds: number;
}

const ASKER = fileURLToPath(new URL('./small-asks.js', import.meta.url));

/** Begins small requests, and resolves when a hundred were made that do not count. */
export async function startAsking({ api: { url } }: BenchClient, asked: Asked): Promise<Asking> {
  const { clusterId, kind = 'reads', key, most = 1_000_000 } = asked;
  const asker = spawn(process.execPath, [ASKER, url, clusterId, kind, String(most)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(key !== undefined && { BERTH_KEY: key }) },
  });
  let text = '';
  asker.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(asker, 'close');
  await Promise.race([once(asker.stdout, 'data'), closed]);
  if (text === '') throw new Error('what asks beside the work has ended before it began');
  const all = async (): Promise<readonly number[]> => {
    await closed;
    const [, line = '[]'] = text.split('\n');
    return JSON.parse(line) as number[];
  };
  return {
    all,
    end: () => {
      asker.stdin.end();
      return all();
    },
  };
}

/** Reads of a small cluster by a process that does nothing else, as long as the work takes, or so many times. */
export async function whileReading(
  client: BenchClient,
  clusterId: string,
  { work, most }: { readonly work?: () => Promise<unknown>; readonly most?: number },
): Promise<Reads> {
  const asking = await startAsking(client, { clusterId, ...(most !== undefined && { most }) });
  const begun = performance.now();
  try {
    await (work ?? asking.all)();
  } finally {
    await asking.end();
  }
  const seconds = (performance.now() - begun) / 1000;
  return { readMs: await asking.all(), seconds };
}
