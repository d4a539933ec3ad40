import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { endOf, runProgram, startProgram } from '#test-programs';
import { specEnvironment } from './environment.js';

const SHOW = 'const { cwd, env } = process; console.log(JSON.stringify({ cwd: cwd(), env, home: os.homedir() }))';

interface Shown {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
}

/** Variables that a user may have, each of which would change what a spec finds. */
const USERS = {
  ...{ BERTH_URL: 'http://127.0.0.1:3000', BERTH_KEY: 'a', BERTH_DATA_DIR: '/var/lib/berth', BERTH_AUTH: 'off' },
  ...{ DATABASE_URL: 'postgresql://db/berth', PGUSER: 'a', PGOPTIONS: '-c search_path=a', PORT: '1', HOST: 'a' },
  ...{ LOG_LEVEL: 'a', OTEL_TRACES_EXPORTER: 'otlp', NODE_ENV: 'production', TZ: 'Asia/Kathmandu', LANG: 'de_DE' },
  ...{ HOME: '/home/ann', XDG_CONFIG_HOME: '/home/ann/.config', TMPDIR: '/var/tmp', HTTP_PROXY: 'http://a' },
};

test('what the user has in the environment does not reach the processes that run specs', () => {
  const folders = { home: '/run/home', temporary: '/run/tmp' };
  expect(specEnvironment({ ...USERS, PATH: '/bin', BERTH_TEST_SEED: '7' }, folders)).toEqual({
    ...{ PATH: '/bin', BERTH_TEST_SEED: '7', NODE_ENV: 'test', TZ: 'UTC' },
    ...{ HOME: '/run/home', TMPDIR: '/run/tmp' },
  });
  const { HOME: _, TMPDIR: __, TZ: ___, NODE_ENV: ____, ...others } = USERS;
  expect(Object.keys(others).filter((name) => name in process.env)).toEqual([]);
});

test.each([
  ['started', async (given: object) => endOf(startProgram(process.execPath, ['--eval', SHOW], given))],
  ['run', (given: object) => Promise.resolve({ out: runProgram(process.execPath, ['--eval', SHOW], given).stdout })],
])('a program that is %s has a home of its own, and of the environment what it is given', async (_, run) => {
  const shown = JSON.parse((await run({ env: { BERTH_URL: 'a' } })).out) as Shown;
  expect(Object.keys(shown.env).sort()).toEqual(['BERTH_URL', 'HOME', 'PATH', 'TMPDIR', 'TZ']);
  expect(shown.home.startsWith(tmpdir())).toBe(true);
  expect([shown.cwd, existsSync(shown.home)]).toEqual([shown.home, false]);
  const elsewhere = JSON.parse((await run({ cwd: '/' })).out) as Shown;
  expect([elsewhere.cwd, elsewhere.home]).not.toContain(shown.home);
});
