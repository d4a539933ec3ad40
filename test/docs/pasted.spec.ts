import { readdirSync } from 'node:fs';
import { readPage } from './read-page.js';

const PAGES = ['README.md', ...readdirSync('docs').flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : []))];

/** Commands that need no cluster. */
const NAMES = 'clusters|doctor|context|completion|keys|members|teams|operations|verify|schedules|report diff';
const OF_THE_SERVICE = new RegExp(`^npx berth( --context \\S+)? (${NAMES})\\b`);

test.each(PAGES)('the commands of %s can be pasted into a new shell, from top to bottom', (page) => {
  const commands = readPage(page).examples.map(({ command }) => command);
  const set = commands.findIndex((command) => command.startsWith('AUTH='));
  const used = commands.findIndex((command) => command.includes('"$AUTH"'));
  expect({ used, isSet: used === -1 || (set !== -1 && set < used) }).toEqual({ used, isSet: true });
  const clusterless = commands.filter(
    (command) =>
      command.startsWith('npx berth ') && !OF_THE_SERVICE.test(command) && !/ (-c|--cluster|--context) /.test(command),
  );
  expect(clusterless).toEqual([]);
});
