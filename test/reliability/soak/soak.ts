import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ServiceProcess, type ServiceSettings } from '../service-process.js';
import { importMuch, scheduleMuch } from './heavy-work.js';
import { MixedLoad } from './mixed-load.js';
import type { ThreadSample } from './thread-probe.js';
import { type ProcessSample, WatchedProcess } from './watched-process.js';

/** Loaded into every thread of the service. */
const PROBE = fileURLToPath(new URL('./thread-probe.js', import.meta.url));

export interface SoakOptions {
  /** Of the service; nothing else uses its data folder. */
  readonly settings: ServiceSettings;
  readonly seconds: number;
  readonly perSecond: number;
  readonly seed: number;
  readonly everySeconds: number;
  /** Behind the load, an import of 100 MiB and a run of 10,000 pods on 5,000 nodes. */
  readonly heavyWork?: boolean;
  readonly report: (news: {
    readonly sample: ProcessSample;
    readonly threads: readonly ThreadSample[];
    readonly load: MixedLoad;
  }) => void;
  /** Where heap snapshots of all threads go at the end, if anywhere. */
  readonly snapshotsIn?: string;
}

export interface SoakResult {
  readonly samples: readonly ProcessSample[];
  /** Seconds of the samples between which the load was on. */
  readonly loadedFrom: number;
  readonly loadedUntil: number;
  /** All samples of all threads while the load was on. */
  readonly threads: readonly ThreadSample[];
  readonly load: MixedLoad;
}

/** A service with an embedded PostgreSQL of its own under a mixed load; PostgreSQL is not in the figures. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { settings, seconds, perSecond, seed, everySeconds, report, snapshotsIn } = options;
  const probeFile = join(settings.BERTH_DATA_DIR, 'probe.jsonl');
  writeFileSync(probeFile, '');
  const service = await ServiceProcess.start({
    ...settings,
    BERTH_PROBE: probeFile,
    // As `npm start` and the container start it.
    MALLOC_ARENA_MAX: '2',
    // As docs/operations.md has it for little memory.
    NODE_OPTIONS: `--max-semi-space-size=4 --import ${PROBE}`,
  });
  try {
    const watched = new WatchedProcess(service.pid, probeFile);
    const load = await MixedLoad.prepare(service.url, seed);
    const [loadedFrom, begunMs] = [watched.sample().seconds, Date.now()];
    const reporting = setInterval(() => {
      report({ sample: watched.sample(), threads: watched.threads(), load });
    }, everySeconds * 1_000);
    await load.run({ seconds, perSecond });
    const [loadedUntil, endedMs] = [watched.sample().seconds, Date.now()];
    if (options.heavyWork === true) {
      await importMuch(service.url);
      report({ sample: watched.sample(), threads: watched.threads(), load });
      await scheduleMuch(service.url);
    }
    clearInterval(reporting);
    report({ sample: watched.sample(), threads: watched.threads(), load });
    watched.stop();
    if (snapshotsIn !== undefined) await takeSnapshots(probeFile, watched.threads().length, snapshotsIn);
    const threads = watched.threadSamples().filter(({ atMs }) => atMs >= begunMs && atMs <= endedMs);
    return { samples: watched.samples, loadedFrom, loadedUntil, threads, load };
  } finally {
    await service.end('SIGTERM');
  }
}

async function takeSnapshots(probeFile: string, threads: number, folder: string): Promise<void> {
  writeFileSync(`${probeFile}.snapshot`, '');
  const from = join(probeFile, '..');
  const found = (): readonly string[] => readdirSync(from).filter((name) => name.endsWith('.heapsnapshot'));
  while (found().length < threads) await pause(1_000);
  await pause(10_000);
  for (const name of found()) copyFileSync(join(from, name), join(folder, name));
}
