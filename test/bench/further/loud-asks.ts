/**
 * A team that asks for heavy work without an end: `loud-asks.js URL CLUSTER`, with the key of BERTH_KEY. Of each kind
 * several requests are under way at any time; what is refused is asked again. Writes an empty line when there were as
 * many answers as there are kinds, and when its input ends how many of each were done and refused.
 */
import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '#client';
import { BenchClient } from '../service/bench-client.js';

/** More than the rooms for heavy work let one caller have at once. */
const AT_ONCE = 6;
const REFUSED_PAUSE_MS = 50;

const [url = '', cluster = ''] = process.argv.slice(2);
const client = new BenchClient(url, process.env['BERTH_KEY']);
const path = `/v1/clusters/${cluster}`;
const filled = await client.createCluster(`filled-${cluster}`);
let imported = 0;

/** Each kind of heavy work. */
const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  runs: () => drained(`${path}/runs`, { dryRun: true }),
  imports: () => client.import(filled, pods(1_000)),
  replays: () => drained(`${path}/replays`, {}),
  verifications: () => drained('/v1/verifications', { cluster }),
  exports: () => drained(`${path}/export`),
  ledgers: () => drained(`${path}/ledger`),
  diffs: () => drained(`${path}/diff?from=revision:1`),
  pasts: () => drained(`${path}/states?at=revision:3`),
  questions: () => drained(`${path}/questions/drain`, { names: ['node-0', 'node-1'] }),
  explanations: () => drained(`${path}/pending/explanation`),
};

const done = new Map(Object.keys(WORK).map((kind) => [kind, { done: 0, refused: 0 }]));
const over = new AbortController();
process.stdin.resume().on('end', () => {
  over.abort();
});
let answered = 0;
await Promise.all(
  Object.entries(WORK).flatMap(([kind, ask]) => Array.from({ length: AT_ONCE }, () => again(kind, ask))),
);
process.stdout.write(`${JSON.stringify(Object.fromEntries(done))}\n`);
process.stdin.destroy();

async function again(kind: string, ask: () => Promise<unknown>): Promise<void> {
  const count = done.get(kind);
  while (count !== undefined && !over.signal.aborted) {
    try {
      await ask();
      count.done += 1;
    } catch (error) {
      if (over.signal.aborted) return;
      if (!(error instanceof ServiceError) || ![409, 429, 503].includes(error.status)) throw error;
      count.refused += 1;
      await setTimeout(REFUSED_PAUSE_MS);
    }
    if (++answered === done.size) process.stdout.write('\n');
  }
}

/** Asks, and takes the answer without looking at it. */
async function drained(target: string, body?: object): Promise<void> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await client.api.fetch(target, { ...init, signal: over.signal });
  await response.body?.pipeTo(new WritableStream());
}

function* pods(count: number): Iterable<object> {
  for (const end = imported + count; imported < end; imported += 1)
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `loud-${imported}`, namespace: 'apps' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }] },
    };
}
