import { readFileSync } from 'node:fs';
import { POLICY_PREDICATES, POLICY_PRIORITIES } from '../../libs/scheduler/src/testing/index.js';

test('docs/policies.md has every name of a Policy', () => {
  const page = readFileSync('docs/policies.md', 'utf8');
  // With spaces: names of a user's own, which mean what their argument says.
  const names = [...POLICY_PREDICATES, ...POLICY_PRIORITIES]
    .map(([name]) => name)
    .filter((name) => !name.includes(' '));
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
