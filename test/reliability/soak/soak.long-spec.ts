import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soak, type SoakResult } from './soak.js';
import { trendOf, type Trend } from './trend.js';
import { inWords } from './watched-process.js';

/** `BERTH_SOAK_MINUTES`, `BERTH_SOAK_RATE` and `BERTH_TEST_SEED` set the load, `BERTH_SOAK_MEMORY` the service. */
const minutes = Number(process.env['BERTH_SOAK_MINUTES'] ?? 10);
const perSecond = Number(process.env['BERTH_SOAK_RATE'] ?? 45);
const seed = Number(process.env['BERTH_TEST_SEED'] ?? 1);
const mebibytes = Number(/^(\d+)MiB$/.exec(process.env['BERTH_SOAK_MEMORY'] ?? '512MiB')?.[1]);

/** Caches fill meanwhile, and code is compiled. */
const WARM_UP = 1 / 4;
/** What memory may seem to grow by behind that, as a share of it: that much it goes up and down. */
const MOST_GROWTH = 0.05;
/** Files and sockets, lag in milliseconds: what comes and goes. */
const MOST_MORE = { files: 20, sockets: 20, lagMs: 50 } as const;

let dataDir: string;
let result: SoakResult;
beforeAll(
  async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'berth-soak-'));
    result = await soak({
      settings: { BERTH_DATA_DIR: dataDir, BERTH_MEMORY: `${mebibytes}MiB` },
      seconds: minutes * 60,
      perSecond,
      seed,
      everySeconds: Math.max(10, (minutes * 60) / 60),
      heavyWork: true,
      report: ({ sample, threads, load }) => {
        const { seconds, rssMebibytes, peakMebibytes, files, sockets } = sample;
        process.stdout.write(
          `${seconds.toFixed(0)} s: ${rssMebibytes.toFixed(0)} MiB, at most ${peakMebibytes.toFixed(0)}; ` +
            `${files} files, ${sockets} sockets; ${JSON.stringify(load.total)}; ${inWords(threads)}\n`,
        );
      },
    });
  },
  (minutes + 30) * 60_000,
);
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

/** How what was sampled under the load went on behind the warm-up. */
function trend(of: 'rssMebibytes' | 'files' | 'sockets'): Trend {
  const { samples, loadedFrom, loadedUntil } = result;
  const from = loadedFrom + (loadedUntil - loadedFrom) * WARM_UP;
  return trendOf(
    samples
      .filter(({ seconds }) => seconds >= from && seconds <= loadedUntil)
      .map((sample) => ({ at: sample.seconds, value: sample[of] })),
  );
}

test('every request was answered, and none with an error of the service', () => {
  const { load } = result;
  process.stdout.write(`${JSON.stringify(load.total)}, ${load.skipped} were not sent: too much was open\n`);
  expect(load.failures).toEqual([]);
  expect(load.total.asked).toBeGreaterThan(0);
});

test('memory is flat', () => {
  const { mean, rise, share } = trend('rssMebibytes');
  process.stdout.write(`${mean.toFixed(0)} MiB on the average, ${rise.toFixed(1)} MiB more at the end\n`);
  expect(share).toBeLessThan(MOST_GROWTH);
});

test('the service keeps within its memory, also with an import of 100 MiB and a run of 10,000 pods', () => {
  const peak = Math.max(...result.samples.map(({ peakMebibytes }) => peakMebibytes));
  process.stdout.write(`${peak.toFixed(0)} MiB at most\n`);
  expect(peak).toBeLessThan(mebibytes);
});

test('neither files nor connections add up', () => {
  expect(trend('files').rise).toBeLessThan(MOST_MORE.files);
  expect(trend('sockets').rise).toBeLessThan(MOST_MORE.sockets);
});

test('the thread that answers is not later and later', () => {
  const lags = result.threads.filter(({ thread }) => thread === 0).map(({ atMs: at, lagMs: value }) => ({ at, value }));
  const { mean, rise } = trendOf(lags.slice(Math.floor(lags.length * WARM_UP)));
  process.stdout.write(`lag: ${mean.toFixed(0)} ms on the average, ${rise.toFixed(0)} ms more at the end\n`);
  expect(rise).toBeLessThan(mean + MOST_MORE.lagMs);
});
