import { readFileSync } from 'node:fs';
import { parseKey } from '#access';
import { ArgumentError, asksToPrint } from './arguments.js';
import { ConfigError } from './config.js';
import { settings } from './settings.js';

const NAMES = Object.keys(settings.shape);

test('without arguments nothing is printed: the service starts', () => {
  expect(asksToPrint([], {})).toBeUndefined();
});

test('--help names every setting with its default, and so does the page about them', () => {
  const help = asksToPrint(['--help'], {}) ?? '';
  const page = readFileSync('docs/settings.md', 'utf8');
  expect(NAMES.filter((name) => !help.includes(`  ${name} `))).toEqual([]);
  expect(NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(help).toMatch(/^ {2}PORT +the port to listen on \(3000\)$/m);
});

test('--version', () => {
  expect(asksToPrint(['--version'], {})).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+$/);
});

test('--print-config prints the settings in force, and no password or key', () => {
  const url = 'postgresql://me:secret@db/berth';
  const database = { DATABASE_URL: url, DATABASE_STANDBY_URL: url };
  const environment = { PORT: '81', ...database, BERTH_ADMIN_KEY: 'berth_a_b_c' };
  const lines = asksToPrint(['--print-config'], environment)?.split('\n') ?? [];
  expect(lines).toHaveLength(NAMES.length);
  expect(lines).toEqual(
    expect.arrayContaining([
      'PORT=81',
      'HOST=127.0.0.1',
      'DATABASE_URL=postgresql://me:***@db/berth',
      'DATABASE_STANDBY_URL=postgresql://me:***@db/berth',
      'BERTH_ADMIN_KEY=***',
      '# BERTH_RETENTION is not set',
    ]),
  );
});

test('--print-config refuses settings that the service would not start with', () => {
  expect(() => asksToPrint(['--print-config'], { PORT: 'x' })).toThrow(ConfigError);
});

test('--new-admin-key prints a key that was copied whole, and another one every time', () => {
  const [one = '', other = ''] = [1, 2].map(() => asksToPrint(['--new-admin-key'], {}));
  expect(parseKey(one)).toEqual({ id: expect.any(String), secret: expect.any(String) });
  expect(parseKey(other)).not.toEqual(parseKey(one));
});

test.each(['--port', '-h', 'start', '--print-config=1'])('%s is refused, with how it is used', (argument) => {
  const printed = (): unknown => asksToPrint([argument], {});
  expect(printed).toThrow(ArgumentError);
  expect(printed).toThrow(/npm start -- \[--help \| --version \| --print-config \| --new-admin-key \| --migrate\]/);
});
