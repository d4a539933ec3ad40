import graphql from '@graphql-eslint/eslint-plugin';
import tseslint from 'typescript-eslint';
import { inheritedKeys } from './tools/lint/inherited-keys.mjs';

/** Arithmetic: no clock, no dice, nothing to print to. `"types": []` in their tsconfig bars the rest of the outside. */
const PURE = [
  'libs/json/src/**/*.ts',
  'libs/apimachinery/src/**/*.ts',
  'libs/kubernetes-schema/src/**/*.ts',
  'libs/kubernetes/src/**/*.ts',
  'libs/api-server/src/**/*.ts',
  'libs/scheduler/src/**/*.ts',
  'libs/trace/src/**/*.ts',
  'libs/explain/src/**/*.ts',
  'libs/what-if/src/**/*.ts',
  'libs/living/src/**/*.ts',
  'libs/ledger/src/**/*.ts',
];
const SPECS = [
  '**/*.spec.ts',
  '**/*.web-spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.long-spec.ts',
  'test/**/*.ts',
  'libs/*/src/testing/**/*.ts',
];

/** Where every key is one that the object has, or one of the code's own, and methods and getters are read too. */
const OWN_KEYS = [
  'apps/api/src/boot/workers/scheduling-worker.ts',
  'apps/api/src/ground/graphql/answer-types.ts',
  'apps/api/src/ground/http/rows-as-text.ts',
  'apps/dashboard/**',
  'libs/json/src/own-field.ts',
  'libs/kubernetes-schema/src/fields/table-decoder.ts',
  'libs/kubernetes-schema/src/wire/{read,write}-message.ts',
  'libs/ledger/src/canonical-text.ts',
  'libs/scheduler/src/fields/schema-reader.ts',
  'libs/threads/src/sent-*.ts',
];

/** Libraries that reach the database through a transaction; libs/database is that way itself. */
const STATEFUL =
  'libs/{access,audit,client,cluster,history,integrity,operations,questions,reports,requests,scheduling,state,' +
  'transfer,writes}/src';

const banned = (object, property, message) => ({ object, property, message });

const PRISMA_IN_STORES = 'The Prisma Client belongs to *.store.ts.';
const SQL_IN_STORES = 'SQL belongs to *.store.ts and *.queries.ts.';
const PRISMA = ["MemberExpression[property.name='prisma']", "ObjectPattern > Property[key.name='prisma']"].map(
  (selector) => ({ selector, message: PRISMA_IN_STORES }),
);
/** Calls of a transaction, whatever it is called there, and what reads like SQL. */
const SQL = [
  'CallExpression > MemberExpression.callee > Identifier.property[name=/^(query|execute|streamValues|copyIn)$/]',
  "CallExpression[callee.property.name='stream']:matches([callee.object.name='tx'], " +
    "[callee.object.property.name='tx'])",
  'Literal[value=/\\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|JOIN|ORDER BY|SET LOCAL) /]',
  'TemplateElement[value.raw=/\\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|JOIN|ORDER BY|SET LOCAL) /]',
].map((selector) => ({ selector, message: SQL_IN_STORES }));

/** Where this schema differs from what @graphql-eslint recommends, and what it asks beyond. */
const OWN = {
  // Lists of values (taints, refusals, counts) are lists; what is paged is a connection. Rows of a trace or of a report
  // are read where they stand, and have no id of their own to be fetched by.
  '@graphql-eslint/relay-edge-types': ['error', { shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }],
  // An id is what `Node` has: global, and there to fetch the object again.
  '@graphql-eslint/strict-id-in-types': 'off',
  // Enum values are the words of REST and of the log: `unschedulable`, `nodeName`.
  '@graphql-eslint/naming-convention': [
    'error',
    {
      types: 'PascalCase',
      FieldDefinition: 'camelCase',
      InputValueDefinition: 'camelCase',
      DirectiveDefinition: 'camelCase',
    },
  ],
  // `Revision.revision` is its number, `Archive.archivedAt` the time: neither means the type.
  '@graphql-eslint/no-typename-prefix': 'off',
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      DirectiveDefinition: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      EnumValueDefinition: true,
    },
  ],
};

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      'dist/',
      'libs/*/src/generated/',
      'apps/dashboard/src/generated/',
      'apps/api/src/kubernetes/generated/',
      'test/clients/programs/',
      'coverage/',
      '.stryker-tmp/',
      'prisma.config.ts',
    ],
  },
  {
    // Rules that need types stand in .oxlintrc.json: a compiler of its own judges them several times faster.
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-unused-expressions': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      // Prettier breaks neither comments nor strings: what it leaves too long is seen here.
      'max-len': ['error', { code: 120 }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      complexity: ['error', { max: 20 }],
      'max-depth': ['error', 4],
    },
  },
  {
    // Constructors name their dependencies, at most five (HOUSE_STYLE 8), and decorated parameters
    // need their types as values.
    files: [
      'apps/**/*.{ts,tsx}',
      'libs/{access,audit,cluster,database,history,integrity,limits,operations,transfer,writes}/**/*.ts',
      'libs/{questions,reports,requests,scheduling,state}/**/*.ts',
    ],
    rules: { 'max-params': ['error', { max: 5 }] },
  },
  {
    files: PURE,
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-globals': [
        'error',
        'console',
        'process',
        'Buffer',
        'performance',
        'setTimeout',
        'setInterval',
        'fetch',
        'crypto',
        'require',
      ],
      'no-restricted-properties': [
        'error',
        banned('Date', 'now', 'The time is an input.'),
        banned('Math', 'random', 'The seed is an input.'),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The time is an input.' },
        { selector: "CallExpression[callee.name='Date']", message: 'The time is an input.' },
        {
          selector: 'ImportExpression',
          message: 'A pure library imports at its head, where the boundaries are checked.',
        },
      ],
    },
  },
  {
    // Ordinary rows by Prisma, everything else as SQL, both where a reader looks for them (libs/database/README.md).
    files: [`${STATEFUL}/**/*.ts`],
    ignores: ['**/*.store.ts', '**/*.queries.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SQL, ...PRISMA] },
  },
  { files: [`${STATEFUL}/**/*.queries.ts`], rules: { 'no-restricted-syntax': ['error', ...PRISMA] } },
  {
    files: ['{apps,libs}/**/*.ts'],
    ignores: [...SPECS, ...OWN_KEYS],
    languageOptions: { parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { berth: { rules: { 'inherited-keys': inheritedKeys } } },
    rules: { 'berth/inherited-keys': 'error' },
  },
  {
    // A table of cases is one long function with a parameter for each column, rows and JSON come as they are, and a
    // spec may look at the outside.
    files: SPECS,
    rules: {
      'max-params': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(skip|only|todo|failing)$/]',
          message: 'Every test runs, always.',
        },
        {
          selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
          message: 'Every test runs, always.',
        },
      ],
    },
  },
  {
    // What stands in the environment, the home or the working folder of the user is nothing to a spec. Measurements
    // are no specs.
    files: SPECS,
    ignores: ['test/setup/*.ts', 'test/bench/**/*.ts', 'test/web/measure/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'node:child_process', message: '#test-programs starts programs, with an environment of their own.' },
        { name: 'node:os', importNames: ['homedir'], message: 'A spec has no home.' },
      ],
    },
  },
  {
    // Written by a program, one line a type.
    files: [
      'libs/kubernetes-schema/src/fields/kubernetes-types.ts',
      'libs/kubernetes-schema/src/wire/kubernetes-messages.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: {
      'no-undef': 'off',
      'no-unused-vars': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': ['error', { code: 120 }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'max-params': ['error', { max: 3 }],
      complexity: ['error', { max: 20 }],
    },
  },
  {
    // What a plugin is asked is pod, node, args and state.
    files: ['examples/*/index.js'],
    rules: { 'max-params': ['error', { max: 4 }] },
  },
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql', documents: [] } },
    },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      ...OWN,
    },
  },
);
