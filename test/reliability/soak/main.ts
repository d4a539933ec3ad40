/**
 * A steady mixed load on a service of its own, and what the service takes meanwhile:
 *
 *     node dist/test/reliability/soak/main.js [--minutes 10] [--rate 45] [--seed 1] [--every 30] [--heavy] [--snapshot]
 *
 * Settings of the service come from the environment. A line every so many seconds; JSON of everything at the end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCount } from '../../bench/arguments.js';
import { soak } from './soak.js';
import { inWords } from './watched-process.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '45' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '30' },
    out: { type: 'string' },
    heavy: { type: 'boolean', default: false },
    snapshot: { type: 'boolean', default: false },
  },
});

const dataDir = mkdtempSync(join(tmpdir(), 'berth-soak-'));
try {
  const result = await soak({
    settings: { ...settingsGiven(), BERTH_DATA_DIR: dataDir },
    seconds: readCount('--minutes', values.minutes) * 60,
    perSecond: readCount('--rate', values.rate),
    seed: readCount('--seed', values.seed),
    everySeconds: readCount('--every', values.every),
    report: ({ sample, threads, load }) => {
      const { seconds, rssMebibytes, peakMebibytes, files, sockets, osThreads } = sample;
      const { asked, refused, failed } = load.total;
      print(
        `${seconds.toFixed(0).padStart(5)} s  rss ${rssMebibytes.toFixed(0)} peak ${peakMebibytes.toFixed(0)} MiB  ` +
          `files ${files} sockets ${sockets} threads ${osThreads}  asked ${asked} refused ${refused} ` +
          `failed ${failed} skipped ${load.skipped}  ${inWords(threads)}`,
      );
    },
    heavyWork: values.heavy,
    ...(values.snapshot && { snapshotsIn: process.cwd() }),
  });
  for (const failure of result.load.failures) print(failure);
  print(JSON.stringify(Object.fromEntries(result.load.tallies)));
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(result.samples));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function settingsGiven(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('BERTH_')));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
