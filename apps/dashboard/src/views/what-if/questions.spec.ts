import { answerTables, askedAtOnce, QUESTIONS } from './questions.js';

test.each([
  ['fits', { manifests: 'm' }, { manifests: 'm' }],
  ['howMany', { manifests: 'm', most: '5' }, { templates: [{ manifests: 'm' }], most: 5 }],
  ['drain', { names: 'a b' }, { names: ['a', 'b'] }],
  ['loss', { topologyKey: 'rack' }, { topologyKey: 'rack' }],
  [
    'nodesNeeded',
    { shapes: 'small 0.1 cpu=4 memory=16Gi\n\n' },
    { shapes: [{ name: 'small', price: 0.1, node: { status: { capacity: { cpu: '4', memory: '16Gi' } } } }] },
  ],
  ['repack', {}, {}],
] as const)('a form for %s makes its body', (question, values, body) => {
  expect(QUESTIONS[question].body(values)).toEqual(body);
});

const pod = { namespace: 'shop', name: 'a' };

test('answers are tables, and those without a line are left out', () => {
  const drained = { moves: [], lost: [], unplaced: [], blocked: [], unsafe: [], localData: [] };
  expect(answerTables('drain', { ...drained, moves: [{ pod, from: 'x', to: 'y' }] })).toEqual([
    { noun: 'move', titles: ['pod', 'from', 'to'], lines: [['shop/a', 'x', 'y']] },
  ]);
  expect(answerTables('nodesNeeded', { mix: null, impossible: [] })).toEqual([]);
  const shapes = [
    { shape: 'small', causes: ['insufficient cpu', 'no label'] },
    { shape: 'large', causes: ['no label'] },
  ];
  const impossible = [{ pod, message: '', shapes }];
  expect(answerTables('nodesNeeded', { mix: null, impossible })).toMatchObject([
    { lines: [['shop/a', 'small: insufficient cpu; no label. large: no label.']] },
  ]);
  const kept = { budget: { namespace: 'shop', name: 'one' }, pods: [{ pod, node: 'x' }] };
  const lost = [{ pod, node: 'x' }];
  const localData = [{ pod, node: 'x', emptyDir: ['tmp', 'cache'], hostPath: [] }];
  expect(answerTables('drain', { ...drained, blocked: [kept], lost, localData })).toMatchObject([
    { lines: [['shop/one', 'shop/a', 'x']] },
    { lines: [['shop/a', 'x']] },
    { lines: [['shop/a', 'x', 'tmp, cache', '']] },
  ]);
});

test('a question whose fields all begin with something is asked when it is chosen', () => {
  expect(askedAtOnce('loss')).toBe('{"topologyKey":"topology.kubernetes.io/zone"}');
  expect(askedAtOnce('drain')).toBeUndefined();
  expect(askedAtOnce('fits')).toBeUndefined();
});
