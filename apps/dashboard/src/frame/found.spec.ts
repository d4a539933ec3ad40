import { leadsTo, meant } from './found.js';

const RUN = '01999999-aaaa-7bbb-8ccc-0123456789ab';

test.each([
  ['42', [['Revision', '/clusters/a%20b', { at: 'revision:42' }]]],
  ['revision:7', [['Revision', '/clusters/a%20b', { at: 'revision:7' }]]],
  [RUN, [['Run', `/clusters/a%20b/runs/${RUN}`, undefined]]],
  [`${RUN}.12`, [['Decision', `/clusters/a%20b/decisions/${RUN}.12`, undefined]]],
  ['api', []],
])('%s means %j', (text, found) => {
  expect(meant(text, 'a b').map(({ what, to, search }) => [what, to, search])).toEqual(found);
});

test.each([
  [{ kind: 'Node', namespace: null, name: 'n-1' }, '/clusters/c/nodes/n-1'],
  [{ kind: 'Pod', namespace: 'shop', name: 'api' }, '/clusters/c/pods/shop/api'],
  [{ kind: 'Namespace', namespace: null, name: 'shop' }, '/clusters/c/pods'],
  [{ kind: 'StorageClass', namespace: null, name: 'fast' }, undefined],
])('%j leads to %s', (hit, to) => {
  expect(leadsTo(hit, 'c')?.to).toBe(to);
});
