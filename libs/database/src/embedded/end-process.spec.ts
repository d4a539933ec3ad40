import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startProgram, type StartedProgram } from '#test-programs';
import { endProcess } from './end-process.js';
import { processIdentity } from './process-identity.js';

const LIMIT_MS = 100;

const programs: StartedProgram[] = [];

afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
});

/** The process id that a program prints first; it runs until it is killed. */
async function started(script: string): Promise<number> {
  const program = startProgram('sh', ['-c', script]);
  programs.push(program);
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string];
  return Number(line);
}

test('a process ends by the signal', async () => {
  const pid = await started('echo $$; exec sleep 1000');
  expect(await endProcess(pid, 'SIGKILL', 10_000)).toBe(true);
  expect(processIdentity(pid)).toBeUndefined();
});

test('a process that ignores the signal has not ended', async () => {
  const pid = await started('trap "" TERM; echo $$; exec sleep 1000');
  expect(await endProcess(pid, 'SIGTERM', LIMIT_MS)).toBe(false);
});

test('a zombie has ended: no parent may ever take it away', async () => {
  const pid = await started('sleep 1000 & echo $!; wait');
  // A parent that is stopped takes nothing away.
  programs.at(-1)?.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  while (processIdentity(pid) !== undefined) await new Promise(setImmediate);
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(await endProcess(pid, 'SIGKILL', LIMIT_MS)).toBe(true);
});
