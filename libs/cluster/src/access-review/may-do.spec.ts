import { accessTo, type Access } from '#access';
import type { Role } from '#database';
import { mayDo, mayRead, rulesIn, type ResourceAttributes } from './may-do.js';

const OWN = { id: 'c', team_id: 'own', granted: [], apart: ['theirs'] };

function accessOf(...roles: Role[]): Access {
  const access = accessTo(OWN, { team: 'own', roles });
  if (access === undefined) throw new Error('the cluster is not found');
  return access;
}

const PODS = { group: '', resource: 'pods', namespace: 'shop' };

test.each<[string, readonly Role[], ResourceAttributes, boolean]>([
  ['a viewer reads', ['viewer'], { ...PODS, verb: 'list' }, true],
  ['a viewer writes nothing', ['viewer'], { ...PODS, verb: 'create' }, false],
  ['an editor writes', ['editor'], { ...PODS, verb: 'deletecollection' }, true],
  ['an editor does everything', ['editor'], { ...PODS, verb: '*' }, true],
  ['what lives in no namespace', ['editor'], { resource: 'nodes', verb: 'patch' }, true],
  ['a namespace of another team', ['editor'], { ...PODS, namespace: 'theirs', verb: 'get' }, false],
  ['such a namespace by its name', ['editor'], { resource: 'namespaces', name: 'theirs', verb: 'delete' }, false],
  ['a scheduler binds', ['scheduler'], { ...PODS, subresource: 'binding', verb: 'create' }, true],
  ['a scheduler creates no pods', ['scheduler'], { ...PODS, verb: 'create' }, false],
  ['a subresource that is not served', ['editor'], { ...PODS, subresource: 'exec', verb: 'create' }, false],
  ['a resource that is not served', ['editor'], { group: 'example.com', resource: 'widgets', verb: 'get' }, false],
  ['a verb of another kind', ['admin'], { resource: 'users', verb: 'impersonate' }, false],
  ['any resource', ['viewer'], { group: '*', resource: '*', verb: 'get' }, true],
])('%s', (_, roles, attributes, allowed) => {
  expect(mayDo(accessOf(...roles), attributes)).toBe(allowed);
});

test('paths beside those of objects are read by all, and written by none', () => {
  expect(['/version', '/apis/apps/v1', '/metrics'].map((path) => mayRead({ verb: 'get', path }))).toEqual([
    ...[true, true, false],
  ]);
  expect(mayRead({ verb: 'post', path: '/version' })).toBe(false);
});

test('rules are those of the roles', () => {
  expect(rulesIn(accessOf('viewer'), 'shop').map(({ verbs }) => verbs)).toEqual([['get', 'list', 'watch']]);
  expect(rulesIn(accessOf('scheduler'), 'shop')).toHaveLength(2);
  expect(rulesIn(accessOf('editor'), 'theirs')).toEqual([]);
});
