import canonicalize from 'canonicalize';
import { decisionLeaf, type Decision } from './decision-leaf.js';

const decision: Decision = {
  run: 'run',
  ordinal: 1,
  attempt: 1,
  at: '2026-01-02T03:04:05.678Z',
  pod: { namespace: 'default', name: 'high', uid: 'uid-high' },
  outcome: 'nominated',
  reasonCode: null,
  node: null,
  nominatedNode: 'node-1',
  victims: [
    { namespace: 'default', name: 'low', uid: 'uid-low' },
    { namespace: 'default', name: 'lower', uid: 'uid-lower' },
  ],
  message: '0/1 nodes are available: 1 Insufficient cpu.',
  nodes: { evaluated: 1, feasible: 0 },
  rejections: [
    {
      plugin: 'NodeResourcesFit',
      code: 'Unschedulable',
      reason: 'Insufficient cpu',
      nodes: { first: 1, any: 1, sole: 1 },
    },
  ],
  best: { total: 312, ties: 1, runnerUp: { node: 'node-2', total: 300 } },
  profile: { name: 'default-scheduler', version: 1, digest: '00ff' },
  seed: '0',
  traceDigest: new Uint8Array(32).fill(7),
  traceStored: 'full',
};
const text = (of: Decision): string => new TextDecoder().decode(decisionLeaf(of));

test.each<readonly [string, Partial<Decision>]>([
  ['run', { run: 'other' }],
  ['ordinal', { ordinal: 2 }],
  ['attempt', { attempt: 2 }],
  ['at', { at: '2026-01-02T03:04:05.679Z' }],
  ['pod', { pod: { ...decision.pod, uid: 'other' } }],
  ['outcome', { outcome: 'unschedulable' }],
  ['reasonCode', { reasonCode: 'Finished' }],
  ['node', { node: 'node-1' }],
  ['nominatedNode', { nominatedNode: 'node-2' }],
  ['no nominatedNode', { nominatedNode: null }],
  ['a victim fewer', { victims: decision.victims.slice(1) }],
  ['victims in another order', { victims: [...decision.victims].reverse() }],
  ["a victim's namespace", { victims: decision.victims.map((victim) => ({ ...victim, namespace: 'other' })) }],
  ["a victim's name", { victims: decision.victims.map((victim) => ({ ...victim, name: 'other' })) }],
  ["a victim's uid", { victims: decision.victims.map((victim) => ({ ...victim, uid: 'other' })) }],
  ['message', { message: '' }],
  ['nodes', { nodes: { evaluated: 1, feasible: 1 } }],
  ['rejections', { rejections: [] }],
  ['best', { best: null }],
  ['runner-up', { best: { total: 312, ties: 1, runnerUp: null } }],
  ['profile', { profile: null }],
  ['seed', { seed: '1' }],
  ['traceDigest', { traceDigest: new Uint8Array(32).fill(8) }],
  ['traceStored', { traceStored: 'none' }],
  ['answers', { answers: new Uint8Array(32) }],
])('a leaf covers %s', (_, change) => expect(text({ ...decision, ...change })).not.toBe(text(decision)));

test("a leaf covers nothing else: what a caller's objects carry besides is not hashed", () => {
  const carrying = { ...decision, extra: 1, victims: decision.victims.map((victim) => ({ ...victim, priority: 7 })) };
  expect(text(carrying)).toBe(text(decision));
});

test('a leaf of a decision that somebody was asked for is of the third version', () => {
  const rejections = decision.rejections.map((one) => ({ ...one, nodes: { ...one.nodes, only: null } }));
  const digests = { answers: '09'.repeat(32), traceDigest: '07'.repeat(32) };
  expect(text({ ...decision, answers: new Uint8Array(32).fill(9) })).toBe(
    canonicalize({ type: 'berth.decision/3', ...decision, rejections, ...digests }),
  );
});

test('a leaf with counts of nodes with one reason only is of the second version', () => {
  const rejections = decision.rejections.map((one) => ({ ...one, nodes: { ...one.nodes, only: 1 } }));
  expect(text({ ...decision, rejections })).toBe(
    canonicalize({ type: 'berth.decision/2', ...decision, rejections, traceDigest: '07'.repeat(32) }),
  );
  const uncounted = decision.rejections.map((one) => ({ ...one, nodes: { ...one.nodes, only: null } }));
  expect(text({ ...decision, rejections: uncounted })).toBe(text(decision));
});

test('a leaf is the canonical form of the envelope that FORMAT.md gives', () => {
  expect(text(decision)).toBe(canonicalize({ type: 'berth.decision/1', ...decision, traceDigest: '07'.repeat(32) }));
});
