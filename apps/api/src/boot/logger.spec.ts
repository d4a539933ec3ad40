import { fileURLToPath } from 'node:url';
import { runProgram } from '#test-programs';

const logger = fileURLToPath(new URL('./logger.js', import.meta.url));

/** What a program of its own writes: the log goes to the process's stderr, not through the test runner's. */
function logged(program: string): { readonly stdout: string; readonly lines: readonly Record<string, unknown>[] } {
  const source = `import { createLogger } from ${JSON.stringify(logger)}; ${program}`;
  const { stdout, stderr } = runProgram(process.execPath, ['--input-type=module', '--eval', source]);
  return {
    stdout,
    lines: stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

test('a line is one JSON object on stderr, at or above the level', () => {
  const { stdout, lines } = logged("const log = createLogger('warn'); log.info('quiet'); log.warn({ a: 1 }, 'loud');");
  expect(stdout).toBe('');
  expect(lines).toEqual([{ level: 40, time: expect.stringMatching(/^\d{4}-.*Z$/), a: 1, msg: 'loud' }]);
});

test('an error shows what explains it, and not what hangs on it', () => {
  const { lines } = logged(`const about = { code: '57P01', client: { password: 'secret' } };
    const error = Object.assign(new Error('away', { cause: new TypeError('why') }), about);
    createLogger('info').error({ err: error }, 'failed');`);
  expect(lines).toMatchObject([
    {
      err: {
        name: 'Error',
        message: 'away',
        code: '57P01',
        stack: expect.stringContaining('away'),
        cause: { name: 'TypeError', message: 'why' },
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('a key that stands in a line is blotted out, whatever it was given as', () => {
  const { lines } = logged(`const key = 'berth_0123456789Ab_' + 'x'.repeat(40);
    createLogger('info').warn({ cluster: key, err: new Error('of ' + key) }, 'in ' + key);`);
  expect(lines).toMatchObject([{ cluster: 'berth_...', err: { message: 'of berth_...' }, msg: 'in berth_...' }]);
});
