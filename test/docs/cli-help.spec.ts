import { readFileSync } from 'node:fs';
import { commandsPage } from '../../apps/cli/src/commands-page.js';

test('docs/cli.md says of every command what its help says: print-help.js --write writes it', () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  expect(page.match(/^### berth \w+$/gm)?.length).toBeGreaterThan(15);
  expect(page).toBe(commandsPage(page));
});
