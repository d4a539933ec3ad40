import { whyNot, type Role } from './may.js';

test.each<[readonly Role[], Role, string | undefined]>([
  [['viewer', 'admin'], 'admin', undefined],
  [['viewer', 'editor'], 'admin', 'That takes an admin; ci is viewer and editor.'],
  [[], 'viewer', 'That takes a viewer; ci is nothing.'],
])('%j and what takes the role %s', (roles, wanted, reason) => {
  expect(whyNot({ actor: 'ci', roles: [...roles] }, wanted)).toBe(reason);
});
