import { readFileSync } from 'node:fs';
import type { Refusal } from '#requests';
import { describeRefusal } from './describe-refusal.js';
import { ERROR_TABLE } from './error-table.js';
import { graphqlRefusal } from './graphql-refusal.js';

const problems = [
  { field: 'plugins.scores', reason: 'FieldValueForbidden', message: 'unknown field "plugins.scores"' },
  { field: 'schedulerName', reason: 'FieldValueInvalid', message: 'Invalid value: "a": the request is for "b"' },
] as const;

const inInput = problems.slice(0, 1).map((problem) => ({ ...problem, field: `profile.${problem.field}` }));

/** Every refusal that is about profiles: the refusal, its text, the entries of `errors[]`, the path in GraphQL. */
const REFUSALS: readonly (readonly [
  refusal: Refusal,
  text: string,
  pointers: readonly string[],
  path: readonly string[],
])[] = [
  [{ kind: 'ProfileUnknown', name: 'packing' }, 'profile "packing" not found', [], ['input', 'name']],
  [
    { kind: 'ProfileVersionNotFound', name: 'packing', version: '7' },
    'profile "packing" has no version "7"',
    [],
    ['input'],
  ],
  [
    { kind: 'ProfileAlreadyExists', name: 'packing' },
    'a profile named "packing" exists already',
    ['/schedulerName'],
    ['input', 'profile', 'schedulerName'],
  ],
  [
    { kind: 'ProfileModified', name: 'packing', given: '3', current: '5' },
    'profile "packing" has been modified: resourceVersion "3" was given, it is "5"',
    [],
    ['input', 'resourceVersion'],
  ],
  [
    { kind: 'DefaultProfileKept', name: 'default-scheduler' },
    '"default-scheduler" is the default profile: it can be replaced, but not deleted',
    [],
    ['input', 'name'],
  ],
  [
    { kind: 'ProfileInvalid', problems },
    'the scheduler profile is not valid: plugins.scores: unknown field "plugins.scores"; schedulerName: Invalid ' +
      'value: "a": the request is for "b"',
    ['/plugins/scores', '/schedulerName'],
    ['input'],
  ],
  [
    { kind: 'ProfileInvalid', problems: inInput },
    'the scheduler profile is not valid: profile.plugins.scores: unknown field "plugins.scores"',
    ['/profile/plugins/scores'],
    ['input', 'profile', 'plugins', 'scores'],
  ],
  [
    { kind: 'ConfigurationInvalid', problems: problems.slice(0, 1) },
    'the scheduler configuration is not valid: plugins.scores: unknown field "plugins.scores"',
    ['/plugins/scores'],
    ['input', 'plugins', 'scores'],
  ],
  [
    { kind: 'ProfileNotFound', name: 'packing', known: ['default-scheduler', 'spread'] },
    'no profile is named "packing"; known: default-scheduler, spread',
    ['/profile'],
    ['input', 'profile'],
  ],
];

test.each(REFUSALS)('%j', (refusal, text, pointers, path) => {
  const { code, detail, errors } = describeRefusal(refusal);
  expect({ detail, pointers: errors.map(({ pointer }) => pointer) }).toEqual({ detail: text, pointers });
  expect(graphqlRefusal(refusal)).toMatchObject({ code, message: text, path });
});

test('the page of documentation has exactly these refusals', () => {
  const rows = REFUSALS.map(([refusal, text]) => {
    const { code } = describeRefusal(refusal);
    return `| \`${code}\` | ${ERROR_TABLE[code].status} | \`${text}\` |\n`;
  });
  const page = readFileSync('libs/scheduler/src/configuration/PROBLEMS.md', 'utf8');
  expect(page).toContain(`<!-- table: refusals -->\n\n| code | status | text |\n|---|---|---|\n${rows.join('')}`);
});
