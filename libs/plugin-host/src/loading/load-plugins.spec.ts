import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFolder, writePlugin } from '../testing/index.js';
import { loadPlugins, PluginsError } from './load-plugins.js';
import { findModule } from './source.js';

const GOOD = `export default { name: 'Good', filter: () => true };`;

async function problemsOf(...paths: readonly string[]): Promise<readonly string[]> {
  try {
    await loadPlugins(paths);
    return [];
  } catch (error) {
    if (error instanceof PluginsError) return error.problems;
    throw error;
  }
}

test('a plugin says what it is', async () => {
  const path = writePlugin(`export default {
    name: 'Racks', reach: 'node', args: { type: 'object' }, normalization: 'max',
    reasons: ['no rack', { code: 'UnschedulableAndUnresolvable', text: 'rack {} is gone' }],
    nodeState: { create: () => [], add: () => undefined }, filter: () => true, score: () => 1,
  };`);
  const [{ description, digest, files } = { description: null, digest: '', files: [] }] = await loadPlugins([path]);
  expect(description).toEqual({
    name: 'Racks',
    args: { type: 'object' },
    reasons: [
      { code: 'Unschedulable', text: 'no rack' },
      { code: 'UnschedulableAndUnresolvable', text: 'rack {} is gone' },
    ],
    reach: 'node',
    normalization: 'max',
    filters: true,
    scores: true,
    pods: true,
  });
  expect([digest, files]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), [path]]);
});

test.each([
  ['export default 7;', 'its default export must be an object'],
  ['export const plugin = {};', 'its default export must be an object'],
  ['export default {', 'it cannot be imported: SyntaxError: Unexpected end of input'],
  ['throw new Error("no licence");', 'it cannot be imported: Error: no licence'],
  ['process.exit(4);', 'it ended its thread while it was imported'],
  ['await new Promise(() => {});', 'it ended its thread while it was imported'],
  [
    `export default { name: 'no blanks', fitler() {}, reach: 'domain', normalization: 'custom', args: 7,
      reasons: [1] };`,
    'unknown field "fitler"; name must be a word of letters, digits, ".", "_" and "-"; args must be a JSON schema; ' +
      'reasons must be a list of texts, or of {code, text}; reach must be static, node, or not given; ' +
      'normalization must be one of none, max, reverseMax, minMax, reverseRange; it must have a filter or a score',
  ],
  [
    `export default { name: 'A', filter: 1, nodeState: {}, reach: 'static' };`,
    'filter and score must be functions; nodeState must have the functions create and add, and may have remove; ' +
      'reach must not be static where there is a nodeState',
  ],
  [
    `export default { name: 'A', filter() {}, args: { type: 'objekt' } };`,
    'args must be a JSON schema: schema is invalid: data/type must be equal to one of the allowed values, ' +
      'data/type must be array, data/type must match a schema in anyOf',
  ],
  [
    `export default { name: 'NodeName', filter() {} };`,
    "its name is NodeName, and so is one of kube-scheduler's plugins",
  ],
  [`import './other.mjs';`, 'it imports files beside it: make its folder a package with a package.json'],
])('%s is refused: %s', async (source, problem) => {
  const path = writePlugin(source);
  expect(await problemsOf(path)).toEqual([`${path}: ${problem}`]);
});

test('everything that is wrong comes at once, and two of one name', async () => {
  const [first, second, empty] = [writePlugin(GOOD), writePlugin(GOOD), writeFolder({})];
  expect(await problemsOf('/nowhere.mjs', first, second, empty)).toEqual([
    '/nowhere.mjs: there is no such file',
    `${empty}: the folder has no package.json`,
    `${second}: its name is Good, and so is that of ${first}`,
  ]);
});

test('a package is known by all its files, wherever it lies, but for those of its dependencies', () => {
  const files = { 'package.json': '{"type":"module","main":"lib/a.js"}', 'lib/a.js': GOOD, 'lib/b.js': '' };
  const folder = writeFolder(files);
  const { digest, entry } = findModule(folder);
  expect(entry).toBe(join(folder, 'lib/a.js'));
  const copy = writeFolder({ 'node_modules/x/index.js': '1', '.git/HEAD': '1' });
  cpSync(folder, copy, { recursive: true });
  expect([findModule(copy).digest, findModule(join(copy, 'lib/a.js')).digest === digest]).toEqual([digest, false]);
  writeFileSync(join(copy, 'lib/b.js'), '1');
  expect(findModule(copy).digest).not.toBe(digest);
});
