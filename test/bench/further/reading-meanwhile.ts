import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchClient } from '../service/bench-client.js';

/** Small reads, and how long they went on. */
export interface Reads {
  readonly readMs: readonly number[];
  readonly seconds: number;
}

const READER = fileURLToPath(new URL('./small-reads.js', import.meta.url));

/** Reads of a small cluster by a process that does nothing else, as long as the work takes, or so many times. */
export async function whileReading(
  { api: { url } }: BenchClient,
  clusterId: string,
  { work, most }: { readonly work?: () => Promise<unknown>; readonly most?: number },
): Promise<Reads> {
  const reader = spawn(process.execPath, [READER, url, clusterId, String(most ?? 1_000_000)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  reader.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(reader, 'close');
  // It has read a hundred times by then, and counts from here on.
  await once(reader.stdout, 'data');
  const begun = performance.now();
  try {
    await work?.();
    if (work === undefined) await closed;
  } finally {
    reader.stdin.end();
  }
  const seconds = (performance.now() - begun) / 1000;
  await closed;
  const [, line = '[]'] = text.split('\n');
  return { readMs: JSON.parse(line) as number[], seconds };
}
