import { definePlugin, sameEverywhere } from './plugin.js';
import { makeNode, makeSnapshot } from './testing/index.js';

test('a filter that says the same of every node has one domain', () => {
  const snapshot = makeSnapshot([makeNode('a').labels({ zone: 'x' }), makeNode('b')]);
  const { kind, filter, domains, follow } = sameEverywhere(snapshot, 7);
  expect([kind, filter(0), filter(1), domains, follow]).toEqual([
    'filter',
    7,
    7,
    { of: Uint32Array.of(0, 0), firstRows: Uint32Array.of(0) },
    undefined,
  ]);
});

test('a plugin is frozen', () => expect(Object.isFrozen(definePlugin({ name: 'X' }))).toBe(true));
