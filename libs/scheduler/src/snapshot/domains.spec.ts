import { domainsBy, NO_DOMAIN } from './domains.js';
import { makeNode, makeSnapshot } from '../testing/index.js';

test('domains are numbered by their first rows, and rows without a key are in none', () => {
  const keys = ['b', 'a', null, 'b', 'c', 'a'];
  expect(domainsBy(6, (row) => keys[row] ?? null)).toEqual({
    of: Uint32Array.of(0, 1, NO_DOMAIN, 0, 2, 1),
    firstRows: Uint32Array.of(0, 1, 4),
  });
});

test('nodes share a domain of topology keys where they have the same values, or none', () => {
  const snapshot = makeSnapshot([
    makeNode('a').labels({ zone: 'x', rack: '1' }),
    makeNode('b').labels({ zone: 'x' }),
    makeNode('c').labels({ zone: 'y', rack: '1' }),
    makeNode('d').labels({ zone: '' }),
    makeNode('e').labels({ rack: '1' }),
    makeNode('f').labels({ rack: '1', zone: 'x' }),
  ]);
  expect([...snapshot.topology(['zone']).of]).toEqual([0, 0, 1, 2, 3, 0]);
  expect([...snapshot.topology(['zone', 'rack']).of]).toEqual([0, 1, 2, 3, 4, 0]);
  expect(snapshot.topology(['rack', 'zone', 'rack'])).toBe(snapshot.topology(['zone', 'rack']));
  expect([...snapshot.topology([]).of]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a new node is in the domains that are asked for after it', () => {
  const snapshot = makeSnapshot([makeNode('a').labels({ zone: 'x' })]);
  snapshot.topology(['zone']);
  snapshot.addNode({ metadata: { name: 'b', labels: { zone: 'y' } } });
  expect([...snapshot.topology(['zone']).of]).toEqual([0, 1]);
});

test('nodes share a domain of taints where they have the same in the same order', () => {
  const snapshot = makeSnapshot([
    makeNode('a'),
    makeNode('b').taint('k', 'NoSchedule', 'v'),
    makeNode('c').taint('k', 'NoSchedule', 'w'),
    makeNode('d').taint('k', 'NoExecute', 'v'),
    makeNode('e').taint('k', 'NoSchedule', 'v'),
    makeNode('f').taint('k', 'NoSchedule', 'v').taint('l', 'NoSchedule'),
    makeNode('g').taint('l', 'NoSchedule').taint('k', 'NoSchedule', 'v'),
    makeNode('h'),
  ]);
  const domains = snapshot.taintDomains();
  expect([[...domains.of], [...domains.firstRows]]).toEqual([
    [0, 1, 2, 3, 1, 4, 5, 0],
    [0, 1, 2, 3, 5, 6],
  ]);
  expect(snapshot.taintDomains()).toBe(domains);
  snapshot.addNode(makeNode('i').taint('k', 'NoExecute', 'v'));
  expect([...snapshot.taintDomains().of]).toEqual([0, 1, 2, 3, 1, 4, 5, 0, 3]);
});
