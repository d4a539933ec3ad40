import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { progressBar } from '../bench/progress-bar.js';
import { readArguments, type Arguments } from './arguments.js';
import { meanCurve, type Curve } from './curve.js';
import { runExperiment } from './experiment.js';
import { importGpuSharing, type Policy } from './gpu-sharing.js';
import { InputError } from './input-error.js';
import { plotOf } from './plot.js';
import { readPublished } from './published.js';
import { orderOf, resultOf, tableOf, type Result } from './report.js';
import { listName, readNodes, readPods } from './trace.js';

/** The trace's nodes, as the demo has them. */
const NODES = fileURLToPath(new URL('../../../libs/demo/openb/openb_node_list_all_node.csv', import.meta.url));

/** The first of the published seeds. */
const FIRST_SEED = 42;

/** Exit code 0: done; 2: unusable input. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    await run(readArguments(argv));
    return 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`openb: ${error.message}\n`);
    return 2;
  }
}

async function run(input: Arguments): Promise<void> {
  const list = listName(input.list);
  const pods = readPods(input.list);
  const nodes = readNodes(input.nodes ?? NODES);
  if (input.plot !== undefined) refuseUnwritable(input.plot);
  const gpuSharing = await importGpuSharing();
  const seeds = Array.from({ length: input.seeds }, (_, index) => FIRST_SEED + index);
  const results: Result[] = [];
  const curves = new Map<Policy, Curve>();
  const bar = progressBar(list);
  for (const policy of input.policies) {
    const ofSeeds = seeds.map((seed) => {
      bar.progress(`${policy}, seed ${seed}`, results.length, input.policies.length * seeds.length);
      const curve = runExperiment({ nodes, pods, policy, seed }, gpuSharing);
      const result = resultOf({ list, policy, seed }, curve);
      results.push(result);
      if (input.json) print(JSON.stringify(result));
      return curve;
    });
    curves.set(policy, meanCurve(ofSeeds));
  }
  bar.stop();
  const order = orderOf(results);
  if (!input.json) print([tableOf(results, readPublished()), ...(order === undefined ? [] : ['', order])].join('\n'));
  if (input.plot !== undefined) writeFileSync(input.plot, plotOf(titleOf(list, seeds.length), curves));
}

function titleOf(list: string, seeds: number): string {
  return `${list}, ${seeds === 1 ? 'one seed' : `mean of ${seeds} seeds`}`;
}

/** Before the work, not after it. */
function refuseUnwritable(file: string): void {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK);
  } catch (error) {
    throw new InputError(`--plot: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
