import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BenchService } from '../service/bench-service.js';
import { importNodes, importPending } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import type { VerifiedAlone } from './verify-alone.js';

/** The share of the pods that is verified first, to see what memory does when the log grows. */
const SMALL = 1 / 10;

/**
 * A cluster whose pods were imported and scheduled: of each there are a change that made it, one that bound it, and a
 * decision with its trace. All of it is verified, as `berth verify --all` does.
 */
export const verification: FurtherFigure = {
  size: { nodes: 5_000, pods: 334_000, rounds: 1 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, progress }: FigureOptions): Promise<FigureValues> {
  const clusterId = await importNodes(service.client, nodes);
  const small = Math.ceil(pods * SMALL);
  const fill = async (first: number, end: number): Promise<void> => {
    progress('filling', first, pods);
    await importPending(service.client, clusterId, { first, end });
    await service.client.schedule({ clusterId });
  };
  await fill(0, small);
  progress('verifying', 0, 2);
  const less = await verify(service);
  await fill(small, pods);
  progress('verifying', 1, 2);
  const all = await verify(service);
  return {
    entries: all.entries,
    verifySeconds: all.seconds,
    entriesPerSecond: all.entries / all.seconds,
    startedMiB: all.startedMiB,
    peakMiB: all.peakMiB,
    smallEntries: less.entries,
    smallVerifySeconds: less.seconds,
    smallPeakMiB: less.peakMiB,
  };
}

/** In a process of its own: what the service does in the background is not in its memory. */
async function verify(service: BenchService): Promise<VerifiedAlone> {
  await service.idle();
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./verify-alone.js', import.meta.url)),
    service.databaseUrl,
  ]);
  const verified = JSON.parse(stdout) as VerifiedAlone;
  if (!verified.holds) throw new Error(`it does not hold: ${JSON.stringify(verified.violations)}`);
  return verified;
}
