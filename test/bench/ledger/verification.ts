import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { MadeLedger } from './made-ledger.js';

/**
 * `berth verify` in a process of its own, its time, what of it the processor worked, and what memory it took at most:
 * one JSON object a line, for each number of entries.
 */
const RUN = fileURLToPath(new URL('../../../apps/cli/src/run.js', import.meta.url));

async function measure(entries: number): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-ledger-'));
  try {
    const [file, key] = [join(folder, 'ledger.ndjson'), join(folder, 'key.pem')];
    const ledger = new MadeLedger(entries);
    await pipeline(Readable.from(ledger.lines()), createWriteStream(file));
    await writeFile(key, ledger.publicKey.export({ format: 'pem', type: 'spki' }));
    const { size } = await stat(file);
    return { entries, mebibytes: Math.round(size / 2 ** 20), ...verified(file, key) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Of the process: seconds from its start, and its largest resident set. @throws Error when the export does not hold */
function verified(file: string, key: string): object {
  const program = `import { run } from ${JSON.stringify(RUN)};
    const [print, complain] = [() => undefined, (line) => console.error(line)];
    const terminal = { input: process.stdin, print, complain, environment: {} };
    process.exitCode = await run(['verify', ${JSON.stringify(file)}, '--key', ${JSON.stringify(key)}], terminal);
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ seconds: Math.round(performance.now() / 100) / 10, cpuSeconds: Math.round((user +
    system) / 1e5) / 10, residentMiB: Math.round(process.resourceUsage().maxRSS / 1024) }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as object;
}

const sizes = process.argv.slice(2).map(Number);
for (const entries of sizes.length === 0 ? [100_000, 1_000_000] : sizes)
  process.stdout.write(`${JSON.stringify(await measure(entries))}\n`);
