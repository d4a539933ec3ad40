import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../reliability/service-process.js';
import { describeFinding, runCampaign } from './campaign.js';

const REQUESTS = 10_000;
/** What a service has seen once, it keeps: compiled code, statements, caches. */
const WARM_UP = 3_000;
const MOST_GROWN_MEBIBYTES = 150;
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

function residentMebibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

test(`${REQUESTS} requests made by dice: no fault, no undocumented answer, no restart, memory flat`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-fuzz-'));
  const service = await ServiceProcess.start({ BERTH_DATA_DIR: folder });
  const memory: number[] = [];
  const onProgress = (sent: number): void => {
    if (sent >= WARM_UP) memory.push(residentMebibytes(service.pid));
  };
  const { findings, statuses, undocumented } = await runCampaign({
    url: service.url,
    seed: SEED,
    requests: REQUESTS,
    onProgress,
  });
  const third = memory.slice(0, Math.floor(memory.length / 3));
  const last = memory.slice(-third.length);
  const grown = Math.max(...last) - Math.max(...third);
  process.stdout.write(
    [
      `fuzzing with FUZZ_SEED=${SEED}: ${JSON.stringify(statuses)}`,
      `memory ${Math.max(...memory).toFixed(0)} MiB at most, grown by ${grown.toFixed(0)} MiB\n`,
    ].join('\n'),
  );
  const exit = await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  expect(findings.map(describeFinding)).toEqual([]);
  expect(undocumented.map(describeFinding)).toEqual([]);
  expect(exit).toBe(0);
  expect(grown).toBeLessThan(MOST_GROWN_MEBIBYTES);
}, 3_600_000);
