import { whyNot, whyNotInTeam, type Role } from './may.js';

test.each<[readonly Role[], Role, string | undefined]>([
  [['viewer', 'admin'], 'admin', undefined],
  [['admin'], 'editor', undefined],
  [['editor'], 'viewer', undefined],
  [['admin'], 'auditor', 'That takes an auditor; ci is admin.'],
  [['viewer', 'editor'], 'admin', 'That takes an admin; ci is viewer and editor.'],
  [[], 'viewer', 'That takes a viewer; ci is nothing.'],
])('%j and what takes the role %s', (roles, wanted, reason) => {
  expect(whyNot({ actor: 'ci', roles: [...roles] }, wanted)).toBe(reason);
});

test('a key for one cluster may do nothing in the team', () => {
  const reader = { actor: 'ci', roles: ['editor' as const], only: { cluster: 'prod' } };
  expect(whyNot(reader, 'editor')).toBeUndefined();
  expect(whyNotInTeam(reader, 'editor')).toBe('ci may act in the cluster prod only.');
});
