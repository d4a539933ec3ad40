/**
 * How fast the page is in a real browser, on the demo and on a large cluster:
 *
 *     node dist/test/web/measure/main.js [--data FOLDER] [--nodes 5000] [--pods 50000] [--only CLUSTER]
 *
 * The service is one of its own. A folder that is given keeps its data, so that the next time nothing is made anew. A
 * line a figure, with the bar that it is to keep; how much slower than by itself the machine was stands below, since
 * what else it does makes everything slow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BerthClient } from '#client';
import { runDemo } from '#demo';
import { ServiceProcess } from '../../reliability/service-process.js';
import { startBrowser } from '../browser.js';
import { makeLarge } from './large-cluster.js';
import { ledger, measuresOf, type Measure } from './measures.js';

const DEMO = 'demo';
const LARGE = 'large';
const WORK_MICROSECONDS = 500_000;
const WIDTHS = [52, 12, 12] as const;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    nodes: { type: 'string', default: '5000' },
    pods: { type: 'string', default: '50000' },
    only: { type: 'string' },
  },
});
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'berth-page-'));
const service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
const browser = await startBrowser();
try {
  const client = new BerthClient({ url: service.url });
  await fill(client);
  for (const cluster of [DEMO, LARGE]) {
    if (values.only !== undefined && values.only !== cluster) continue;
    say(`\n${cluster}`);
    for await (const measure of measuresOf({ browser, client, cluster })) say(line(measure));
    if (cluster === DEMO) for await (const measure of ledger({ browser, client, cluster })) say(line(measure));
  }
  say(`\nthe machine was ${waiting().toFixed(1)} times slower than when it does nothing else`);
} finally {
  await browser.close();
  await service.end('SIGTERM');
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
}

async function fill(client: BerthClient): Promise<void> {
  const { items } = await client.get('/v1/clusters', { params: { query: { pageSize: 100 } } });
  const quiet = { importing: () => undefined, scheduling: () => undefined };
  if (!items.some(({ name }) => name === DEMO)) await runDemo(client, DEMO, quiet);
  await makeLarge(client, LARGE, { nodes: Number(values.nodes), pods: Number(values.pods) });
}

function line({ what, value, unit, bar }: Measure): string {
  const reported = [what, `${value.toFixed(0)} ${unit}`, `<= ${bar}`];
  return `${reported.map((text, index) => text.padEnd(WIDTHS[index] ?? 0)).join('')}${value <= bar ? '' : 'OVER'}`;
}

/** Wall time of some work of one core, by the processor time that it took. */
function waiting(): number {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  for (let taken = 0; taken < WORK_MICROSECONDS;) {
    const { user, system } = process.cpuUsage(before);
    taken = user + system;
  }
  return ((performance.now() - begun) * 1000) / WORK_MICROSECONDS;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
