import assert from 'node:assert/strict';
import { test } from 'node:test';
import plugin from './index.js';

const pod = { metadata: { namespace: 'shop', labels: {} }, spec: {}, requests: { cpu: 500 } };
const nodeWith = (pods) => ({ metadata: { name: 'n' }, allocatable: { pods: 110 }, requested: { pods } });

test('a node with room fits, and one without says why not', () => {
  assert.equal(plugin.filter(pod, nodeWith(99), { places: 10 }), true);
  assert.equal(plugin.filter(pod, nodeWith(100), { places: 10 }), 'node(s) kept their last 10 places');
});

test('an empty node is the best', () => {
  assert.deepEqual([plugin.score(pod, nodeWith(0)), plugin.score(pod, nodeWith(55))], [100, 50]);
});
