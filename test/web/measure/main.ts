/**
 * How fast the page is in a real browser, on the demo and on a large cluster:
 *
 *     node dist/test/web/measure/main.js [--data FOLDER] [--nodes 5000] [--pods 50000] [--only CLUSTER]
 *
 * The service is one of its own. A folder that is given keeps its data, so that the next time nothing is made anew. A
 * line a figure, with the bar that it is to keep; how long the machine takes for a fixed piece of work stands below,
 * since a machine that does something else is slow at everything.
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
  say(`\nthe machine: ${workMs().toFixed(0)} ms for what takes 100 ms on a quiet one of 2026`);
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
  const told = [what, `${value.toFixed(0)} ${unit}`, `<= ${bar}`];
  return `${told.map((text, index) => text.padEnd(WIDTHS[index] ?? 0)).join('')}${value <= bar ? '' : 'OVER'}`;
}

/** Wall time of a fixed piece of work of one core. */
function workMs(): number {
  const begun = performance.now();
  let sum = 0;
  for (let index = 0; index < 1e8; index += 1) sum = (sum + index * 31) | 0;
  return sum === 0.5 ? 0 : performance.now() - begun;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
