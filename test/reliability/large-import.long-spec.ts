import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runProgram } from '#test-programs';
import { kubectlOutput } from './kubectl-output.js';
import { ServiceProcess } from './service-process.js';

const MEBIBYTE = 2 ** 20;
const SAMPLE_MS = 100;

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-large-'));
  // What is behind the log is made meanwhile: all of it finds room in a heap of 160 MiB, or the service ends.
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir, NODE_OPTIONS: '--max-old-space-size=160' });
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Resident memory of the service, in MiB. */
function residentMebibytes(): number {
  return Number(runProgram('ps', ['-o', 'rss=', '-p', String(service.pid)]).stdout) / 1024;
}

async function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  contentType = 'application/json',
): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Imports so many pods; what was sent and answered, how long it took, and how much the service grew meanwhile. */
async function importPods(cluster: string, format: 'json' | 'yaml', pods: number) {
  let bytes = 0;
  function* counted(): Iterable<Buffer> {
    for (const chunk of kubectlOutput(format, pods)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const before = residentMebibytes();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMebibytes());
  }, SAMPLE_MS);
  const started = performance.now();
  const body = Readable.toWeb(Readable.from(counted())) as NonNullable<RequestInit['body']>;
  const report = await post(`/v1/clusters/${cluster}/import`, body, `application/${format}`).finally(() => {
    clearInterval(sampling);
  });
  return {
    report,
    mebibytes: bytes / MEBIBYTE,
    seconds: (performance.now() - started) / 1000,
    grownMebibytes: most - before,
  };
}

test.each([
  ['json', 46_000],
  ['yaml', 42_000],
] as const)('100 MB of %s take bounded memory and well under two minutes', async (format, pods) => {
  const { id } = (await post('/v1/clusters', JSON.stringify({ name: `large-${format}` }))) as { id: string };
  // What a process needs once is not what an import needs.
  await importPods(id, format, 500);
  const { report, mebibytes, seconds, grownMebibytes } = await importPods(id, format, pods);
  process.stdout.write(
    `${format}: ${mebibytes.toFixed(0)} MiB, ${pods} pods in ${seconds.toFixed(1)} s, the service grew by ` +
      `${grownMebibytes.toFixed(0)} MiB\n`,
  );
  expect(report).toMatchObject({ created: pods - 500, updated: 0, unchanged: 500, rejected: [], ignored: [] });
  expect(report['warnings']).toHaveLength(1_001);
  expect((report['warnings'] as object[]).at(-1)).toMatchObject({ message: `and ${pods - 1_000} more` });
  expect(mebibytes).toBeGreaterThan(95);
  expect(grownMebibytes).toBeLessThan(150);
  expect(seconds).toBeLessThan(120);
});

test('the same again is unchanged, in the same bounds', async () => {
  const { report, seconds, grownMebibytes } = await importPods('large-json', 'json', 46_000);
  process.stdout.write(`json again: ${seconds.toFixed(1)} s, the service grew by ${grownMebibytes.toFixed(0)} MiB\n`);
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 46_000 });
  expect(grownMebibytes).toBeLessThan(150);
});
