/**
 * Who may import whom, as data: the table of the house. Read by .dependency-cruiser.cjs, which makes rules of it.
 * `values` may be imported for anything, `types` for their types alone.
 */
exports.MAY_IMPORT = {
  'libs/json': { values: [], types: [] },
  'libs/apimachinery': { values: ['libs/json'], types: [] },
  'libs/kubernetes-schema': { values: ['libs/json', 'libs/apimachinery'], types: [] },
  'libs/kubernetes': { values: ['libs/json', 'libs/apimachinery', 'libs/kubernetes-schema'], types: [] },
  'libs/api-server': {
    values: ['libs/json', 'libs/apimachinery', 'libs/kubernetes-schema', 'libs/kubernetes'],
    types: [],
  },
  'libs/scheduler': { values: ['libs/json', 'libs/apimachinery', 'libs/kubernetes'], types: [] },
  'libs/trace': { values: ['libs/scheduler'], types: [] },
  'libs/explain': {
    values: ['libs/json', 'libs/trace', 'libs/scheduler', 'libs/apimachinery', 'libs/kubernetes', 'libs/api-server'],
    types: [],
  },
  'libs/what-if': {
    values: [
      'libs/json',
      'libs/scheduler',
      'libs/apimachinery',
      'libs/kubernetes-schema',
      'libs/kubernetes',
      'libs/api-server',
    ],
    types: [],
  },
  'libs/living': {
    values: ['libs/json', 'libs/scheduler', 'libs/apimachinery', 'libs/kubernetes', 'libs/api-server'],
    types: [],
  },
  'libs/ledger': { values: [], types: [] },
  'libs/spans': { values: [], types: [] },
  'libs/database': { values: ['libs/spans'], types: [] },
  'libs/threads': { values: ['libs/spans'], types: [] },
  'libs/plugin-host': { values: ['libs/json', 'libs/scheduler', 'libs/apimachinery'], types: [] },
  'libs/requests': {
    values: ['libs/json', 'libs/ledger', 'libs/apimachinery', 'libs/kubernetes', 'libs/database'],
    types: [],
  },
  'libs/access': { values: ['libs/json', 'libs/requests', 'libs/ledger', 'libs/database'], types: [] },
  'libs/audit': {
    values: ['libs/json', 'libs/access', 'libs/database', 'libs/trace', 'libs/ledger'],
    types: ['libs/scheduler', 'libs/apimachinery'],
  },
  'libs/rows': { values: ['libs/access', 'libs/scheduler', 'libs/database'], types: ['libs/kubernetes'] },
  'libs/cluster': {
    values: [
      'libs/rows',
      'libs/access',
      'libs/requests',
      'libs/scheduler',
      'libs/audit',
      'libs/ledger',
      'libs/json',
      'libs/apimachinery',
      'libs/kubernetes-schema',
      'libs/kubernetes',
      'libs/api-server',
      'libs/database',
      'libs/spans',
    ],
    types: [],
  },
  'libs/state': {
    values: [
      'libs/requests',
      'libs/rows',
      'libs/cluster',
      'libs/scheduler',
      'libs/trace',
      'libs/audit',
      'libs/json',
      'libs/database',
    ],
    types: ['libs/kubernetes'],
  },
  'libs/history': {
    values: [
      'libs/storage',
      'libs/access',
      'libs/requests',
      'libs/state',
      'libs/rows',
      'libs/cluster',
      'libs/scheduler',
      'libs/trace',
      'libs/audit',
      'libs/ledger',
      'libs/json',
      'libs/apimachinery',
      'libs/kubernetes',
      'libs/api-server',
      'libs/database',
    ],
    types: [],
  },
  'libs/scheduling': {
    values: [
      'libs/living',
      'libs/access',
      'libs/requests',
      'libs/state',
      'libs/explain',
      'libs/history',
      'libs/rows',
      'libs/cluster',
      'libs/scheduler',
      'libs/trace',
      'libs/audit',
      'libs/ledger',
      'libs/json',
      'libs/apimachinery',
      'libs/kubernetes',
      'libs/api-server',
      'libs/database',
      'libs/spans',
    ],
    types: [],
  },
  'libs/integrity': {
    values: [
      'libs/storage',
      'libs/access',
      'libs/requests',
      'libs/state',
      'libs/scheduling',
      'libs/history',
      'libs/rows',
      'libs/cluster',
      'libs/scheduler',
      'libs/trace',
      'libs/audit',
      'libs/ledger',
      'libs/json',
      'libs/apimachinery',
      'libs/kubernetes',
      'libs/database',
    ],
    types: ['libs/api-server'],
  },
  'libs/questions': {
    values: [
      'libs/json',
      'libs/access',
      'libs/requests',
      'libs/state',
      'libs/scheduling',
      'libs/history',
      'libs/rows',
      'libs/cluster',
      'libs/explain',
      'libs/what-if',
      'libs/scheduler',
      'libs/trace',
      'libs/audit',
      'libs/ledger',
      'libs/apimachinery',
      'libs/kubernetes-schema',
      'libs/kubernetes',
      'libs/api-server',
      'libs/database',
    ],
    types: [],
  },
  'libs/reports': {
    values: [
      'libs/json',
      'libs/access',
      'libs/requests',
      'libs/state',
      'libs/scheduling',
      'libs/history',
      'libs/cluster',
      'libs/questions',
      'libs/scheduler',
      'libs/apimachinery',
      'libs/kubernetes',
      'libs/api-server',
      'libs/database',
    ],
    types: ['libs/audit'],
  },
  'libs/operations': {
    values: ['libs/access', 'libs/requests', 'libs/cluster', 'libs/jobs', 'libs/limits', 'libs/database'],
    types: [],
  },
  'libs/jobs': { values: ['libs/database'], types: [] },
  'libs/storage': { values: ['libs/json', 'libs/requests', 'libs/database'], types: [] },
  'libs/schedules': {
    values: [
      'libs/storage',
      'libs/json',
      'libs/access',
      'libs/requests',
      'libs/cluster',
      'libs/reports',
      'libs/jobs',
      'libs/apimachinery',
      'libs/database',
    ],
    types: [],
  },
  'libs/limits': { values: ['libs/database'], types: [] },
  'libs/client': { values: [], types: [] },
  'libs/demo': { values: ['libs/client'], types: [] },
  'apps/api': {
    values: [
      'libs/storage',
      'libs/operations',
      'libs/schedules',
      'libs/questions',
      'libs/reports',
      'libs/limits',
      'libs/access',
      'libs/requests',
      'libs/integrity',
      'libs/scheduling',
      'libs/state',
      'libs/history',
      'libs/rows',
      'libs/cluster',
      'libs/audit',
      'libs/json',
      'libs/apimachinery',
      'libs/kubernetes-schema',
      'libs/kubernetes',
      'libs/api-server',
      'libs/spans',
    ],
    types: ['libs/scheduler', 'libs/trace'],
  },
  'apps/worker': {
    values: [
      'libs/access',
      'libs/requests',
      'libs/questions',
      'libs/integrity',
      'libs/scheduling',
      'libs/history',
      'libs/cluster',
      'libs/audit',
    ],
    types: ['libs/scheduler'],
  },
  'apps/cli': {
    values: [
      'libs/json',
      'libs/client',
      'libs/apimachinery',
      'libs/kubernetes',
      'libs/api-server',
      'libs/scheduler',
      'libs/trace',
      'libs/ledger',
    ],
    types: [],
  },
  'apps/dashboard': { values: ['libs/client', 'libs/scheduler', 'libs/trace', 'libs/ledger'], types: [] },
};

/**
 * Files directly in an app's src put the application together, in each of its threads, so they
 * alone may import every lib.
 */
exports.COMPOSITION_ROOT = '^apps/(api|worker)/src/(boot/|boot/workers/|)[^/]+\\.ts$';

/** What every door stands on, and what knows nothing of what goes through it. */
exports.GROUND_OF_DOORS = ['graphql', 'http', 'outcome', 'openapi', 'caller', 'operation'].map(
  (name) => `apps/api/src/ground/${name}`,
);

/** Values in, values out: no framework, no Node, and in the scheduler no package at all. */
exports.PURE = [
  'libs/json',
  'libs/apimachinery',
  'libs/kubernetes-schema',
  'libs/kubernetes',
  'libs/api-server',
  'libs/scheduler',
  'libs/trace',
  'libs/explain',
  'libs/what-if',
  'libs/living',
  'libs/ledger',
];
exports.WITHOUT_PACKAGES = ['libs/scheduler'];

/** A web page in a browser is made of these too: no Node, and of packages only what they name here. */
exports.BROWSER = {
  'libs/client': ['openapi-fetch', 'eventsource-parser'],
  'apps/dashboard/src': [
    ...['react', 'react-dom', '@types/react', '@types/react-dom', '@graphql-typed-document-node'],
    ...['@tanstack', '@noble', 'js-yaml', 'lucide-react', 'react-aria-components', '@internationalized'],
  ],
};

/** Packages that are somebody's alone. */
exports.FRAMEWORKS =
  '(@nestjs|@apollo|@as-integrations|fastify|@fastify|graphql|pg|pg-copy-streams|@prisma|pino|rxjs|reflect-metadata)';
exports.HTTP_AND_GRAPHQL =
  '(@nestjs/(graphql|apollo|swagger|platform-[a-z]+)|@apollo|@as-integrations|fastify|@fastify|graphql)';
exports.DATABASE_CLIENTS = '(pg|pg-copy-streams|@prisma)';
