import { existsSync } from 'node:fs';
import LongestFirst, { LONGEST } from './longest-first.js';

test('every file of the list is there', () => {
  expect(LONGEST.filter((name) => !existsSync(`${name}.ts`))).toEqual([]);
});

test('the longest are begun first, in their order, and no file is lost', () => {
  const [first = '', second = ''] = LONGEST;
  const context = { config: { cache: false }, hasteFS: { getSize: () => 1 } };
  const paths = ['a/short.spec', second, 'another.spec', first].map((name) => `/checkout/dist/${name}.js`);
  const sequencer = new LongestFirst({ contexts: [], globalConfig: {} });
  const sorted = sequencer.sort(paths.map((path) => ({ path, context, duration: undefined }))).map(({ path }) => path);
  expect(sorted.slice(0, 2)).toEqual([first, second].map((name) => `/checkout/dist/${name}.js`));
  expect(sorted.toSorted()).toEqual(paths.toSorted());
});
