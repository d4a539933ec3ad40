import { readFileSync } from 'node:fs';
import { CONFIGURATION_PROBLEMS, IGNORED_FIELDS } from '../../libs/scheduler/src/testing/configuration-problems.js';
import { problemTable, tablesOf } from '../../libs/scheduler/src/testing/problem-table.js';
import { PROFILE_PROBLEMS } from '../../libs/scheduler/src/testing/profile-problems.js';

const read = (path: string): string => readFileSync(path, 'utf8');

test('the plugin that docs/plugins.md shows is the one that the scheduler tests', () => {
  const source = read('libs/scheduler/src/testing/example-plugin.ts').replace("'../plugin.js'", "'#scheduler'");
  expect(read('docs/plugins.md')).toContain(`\`\`\`ts\n${source}\`\`\``);
});

test('the page of problems has exactly the texts of the scheduler', () => {
  expect(tablesOf(read('libs/scheduler/src/configuration/PROBLEMS.md'))).toMatchObject({
    'problems of a profile': problemTable(PROFILE_PROBLEMS),
    'problems of a configuration': problemTable(CONFIGURATION_PROBLEMS),
    'accepted and ignored': problemTable(IGNORED_FIELDS),
  });
});
