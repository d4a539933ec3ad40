/**
 * Small reads, one after the other with pauses, in a process that does nothing else:
 * `small-reads.js URL CLUSTER MOST`. Writes an empty line when it has begun, and the milliseconds of each when its
 * input ends or it has read so many times.
 */
import { setTimeout } from 'node:timers/promises';
import { BenchClient } from '../service/bench-client.js';

const WARM_UP = 100;
const PAUSE_MS = 5;

const [url = '', cluster = '', most = '0'] = process.argv.slice(2);
const client = new BenchClient(url);
const paths = [
  `/v1/clusters/${cluster}`,
  `/v1/clusters/${cluster}/api/v1/namespaces/apps/pods/pod-7`,
  `/v1/clusters/${cluster}/api/v1/nodes?limit=10`,
  `/v1/clusters/${cluster}/runs?pageSize=10`,
];

async function read(index: number): Promise<number> {
  const { ms } = await client.get(paths[index % paths.length] ?? '');
  await setTimeout(PAUSE_MS);
  return ms;
}

let isOver = false;
process.stdin.resume().on('end', () => {
  isOver = true;
});
for (let index = 0; index < WARM_UP; index += 1) await read(index);
process.stdout.write('\n');
const readMs: number[] = [];
while (!isOver && readMs.length < Number(most)) readMs.push(await read(readMs.length));
process.stdout.write(`${JSON.stringify(readMs)}\n`);
process.stdin.destroy();
