/**
 * Small requests, one after the other with pauses, in a process that does nothing else:
 * `small-asks.js URL CLUSTER reads|runs MOST`, with the key of BERTH_KEY if there is one. `reads` are of the cluster, a
 * pod, nodes and runs; `runs` schedule one pod each. Writes an empty line when it has begun, and the milliseconds of
 * each when its input ends or it has asked so many times.
 */
import { setTimeout } from 'node:timers/promises';
import { BenchClient } from '../service/bench-client.js';
import { pendingPodName } from '../service/bound-cluster.js';

const WARM_UP = 100;
const PAUSE_MS = 5;

const [url = '', cluster = '', kind = '', most = '0'] = process.argv.slice(2);
const client = new BenchClient(url, process.env['BERTH_KEY']);
const paths = [
  `/v1/clusters/${cluster}`,
  `/v1/clusters/${cluster}/api/v1/namespaces/apps/pods/pod-7`,
  `/v1/clusters/${cluster}/api/v1/nodes?limit=10`,
  `/v1/clusters/${cluster}/runs?pageSize=10`,
];

async function ask(index: number): Promise<number> {
  const { ms } =
    kind === 'runs'
      ? await client.schedule({ clusterId: cluster, pods: { names: [pendingPodName(index)] } })
      : await client.get(paths[index % paths.length] ?? '');
  await setTimeout(PAUSE_MS);
  return ms;
}

let isOver = false;
process.stdin.resume().on('end', () => {
  isOver = true;
});
let asked = 0;
while (asked < WARM_UP) await ask(asked++);
process.stdout.write('\n');
const tookMs: number[] = [];
while (!isOver && tookMs.length < Number(most)) tookMs.push(await ask(asked++));
process.stdout.write(`${JSON.stringify(tookMs)}\n`);
process.stdin.destroy();
