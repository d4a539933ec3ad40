import { readFileSync } from 'node:fs';
import { permissionTable } from './ground/caller/permission-table.js';
import './app.module.js';

test('the page has the table, with a row for each operation that is defined', () => {
  const page = readFileSync('docs/teams.md', 'utf8');
  expect(page.slice(page.indexOf('| role | where |'))).toBe(permissionTable());
});
