import { readFileSync } from 'node:fs';
import { permissionTable } from './permission-table.js';

test('the page has the table', () => {
  const page = readFileSync('docs/teams.md', 'utf8');
  expect(page.slice(page.indexOf('| role | where |'))).toBe(permissionTable());
});
