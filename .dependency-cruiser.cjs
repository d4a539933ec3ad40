// The boundaries between the folders, for `npm run check` and test/architecture.spec.ts, which
// proves that each can fire.
const { join } = require('node:path');
const {
  BROWSER,
  COMPOSITION_ROOT,
  DATABASE_CLIENTS,
  FRAMEWORKS,
  GROUND_OF_DOORS,
  HTTP_AND_GRAPHQL,
  MAY_IMPORT,
  PURE,
  WITHOUT_PACKAGES,
} = require('./boundaries.cjs');

const SPECS = '(\\.(spec|e2e-spec|long-spec)\\.ts$|/testing/)';
const LIBS_INDEX = '^libs/[^/]+/src/index\\.ts$';

// The rooms of the service; what puts it together (boot and the files at the top) needs no index.
const ROOM = '(?:(?:ground|resources)/[^/]+|kubernetes)';
const ROOM_INDEX = `^apps/api/src/${ROOM}/index\\.ts$`;

const WORKER = '^apps/worker/src/main\\.ts$';

const anyOf = (folders) => `^(${folders.join('|')})/`;
const inPackages = (names) => `node_modules/${names}/`;
const rule = (name, comment, { from, to }) => ({ name, severity: 'error', comment, from, to });

const tableRules = Object.entries(MAY_IMPORT).flatMap(([folder, { values, types }]) => {
  const from = { path: `^${folder}/`, pathNot: folder.startsWith('apps/') ? COMPOSITION_ROOT : undefined };
  return [
    rule(`${folder}: only what the table allows`, 'See boundaries.cjs.', {
      from,
      to: { path: '^(libs|apps)/', pathNot: anyOf([folder, ...values, ...types]) },
    }),
    ...types.map((to) =>
      rule(`${folder}: only types of ${to}`, 'A value would run here.', {
        from,
        to: { path: `^${to}/`, dependencyTypesNot: ['type-only'] },
      }),
    ),
  ];
});

module.exports = {
  forbidden: [
    ...tableRules,
    rule('apps stay apart', 'What two of them need belongs in a lib.', {
      from: { path: '^apps/([^/]+)/', pathNot: WORKER },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    }),
    rule('the worker is put together as the API is', 'It starts the same services, and answers no requests.', {
      from: { path: WORKER },
      to: { path: '^apps/', pathNot: '^apps/api/src/boot/[^/]+\\.ts$' },
    }),
    rule('no cycles', 'Not even between types: what needs each other belongs together.', {
      from: {},
      to: { circular: true },
    }),
    rule('through the index', 'Another lib is imported through its index.ts alone.', {
      from: { path: '^libs/([^/]+)/', pathNot: SPECS },
      to: { path: '^libs/', pathNot: ['^libs/$1/', LIBS_INDEX] },
    }),
    rule(
      'through the index, from outside',
      'A lib is imported through its index.ts alone; a spec may use its builders for tests.',
      {
        from: { path: `^(apps|test)/|${SPECS}`, pathNot: '^libs/' },
        to: { path: '^libs/', pathNot: [LIBS_INDEX, '^libs/[^/]+/src/testing/'] },
      },
    ),
    rule('folders of the API through their index', 'What a folder gives to others stands in one file.', {
      from: { path: `^apps/api/src/(${ROOM})/`, pathNot: SPECS },
      to: { path: `^apps/api/src/${ROOM}/`, pathNot: ['^apps/api/src/$1/', ROOM_INDEX] },
    }),
    rule('folders of the API through their index, from above', 'What puts them together needs no more.', {
      from: { path: '^apps/api/src/(boot/|boot/workers/|)[^/]+\\.ts$', pathNot: SPECS },
      to: { path: `^apps/api/src/${ROOM}/`, pathNot: ROOM_INDEX },
    }),
    rule('only what puts the service together knows how it starts', 'Rooms are handed what they need.', {
      from: { path: `^apps/api/src/${ROOM}/`, pathNot: SPECS },
      to: { path: '^apps/api/src/(boot/|[^/]+$)' },
    }),
    rule('the ground of the doors without nouns', 'A noun that comes or goes changes nothing here.', {
      from: { path: anyOf(GROUND_OF_DOORS), pathNot: SPECS },
      to: { path: '^apps/api/src/', pathNot: anyOf(GROUND_OF_DOORS) },
    }),
    rule('pure libraries without Node', 'They run anywhere, and their result depends on nothing but their input.', {
      from: { path: anyOf(PURE), pathNot: SPECS },
      to: { dependencyTypes: ['core'] },
    }),
    rule('pure libraries without frameworks', 'They run anywhere.', {
      from: { path: anyOf(PURE), pathNot: SPECS },
      to: { path: inPackages(FRAMEWORKS) },
    }),
    rule('the scheduler without packages', 'Its digest covers its own source, so nothing else may decide.', {
      from: { path: anyOf(WITHOUT_PACKAGES), pathNot: SPECS },
      to: { path: 'node_modules/' },
    }),
    rule('browser libraries without Node', 'A web page imports them.', {
      from: { path: anyOf(Object.keys(BROWSER)), pathNot: SPECS },
      to: { dependencyTypes: ['core'] },
    }),
    ...Object.entries(BROWSER).map(([folder, packages]) =>
      rule(`${folder}: only the packages that it names`, 'A web page loads them all: see boundaries.cjs.', {
        from: { path: `^${folder}/`, pathNot: SPECS },
        to: { path: 'node_modules/', pathNot: inPackages(`(${packages.join('|')})`) },
      }),
    ),
    rule('services without faces', 'No GraphQL or HTTP type below the doors.', {
      from: {
        path:
          '^libs/(requests|access|audit|database|writes|cluster|transfer|state|history|scheduling|questions|' +
          'integrity|operations)/',
        pathNot: SPECS,
      },
      to: { path: inPackages(HTTP_AND_GRAPHQL) },
    }),
    rule('doors without a database client', 'Prisma and SQL stay in stores.', {
      from: { path: '^apps/', pathNot: SPECS },
      to: { path: inPackages(DATABASE_CLIENTS) },
    }),
    rule('nothing imports a spec', 'A spec has no users.', {
      from: {},
      to: { path: '\\.(spec|e2e-spec|long-spec)\\.ts$' },
    }),
    rule('no tests in the product', 'What is shipped stands without them.', {
      from: { path: '^(apps|libs)/', pathNot: SPECS },
      to: { path: ['^test/', '/testing/'] },
    }),
    rule('no development packages in the product', 'They are not installed there.', {
      // The page is shipped with its packages in it.
      from: { path: '^(apps|libs)/', pathNot: [SPECS, '^apps/dashboard/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    }),
    rule('an independent client', 'What judges the product shares no mistake with it.', {
      from: { path: '^test/faults/(workload|checks)/', pathNot: SPECS },
      to: { path: '^(apps|libs)/' },
    }),
    rule('everything resolves', 'An import that leads nowhere would be checked by nothing.', {
      from: {},
      // What stands behind the `?` asks vite for the address of a worker's script.
      to: { couldNotResolve: true, pathNot: '\\?worker&url$' },
    }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^(libs/[^/]+|apps/dashboard)/src/generated/'] },
    exclude: { path: ['^dist/', '^test/clients/programs/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.base.json') },
    // With `berth-source`, the aliases of package.json lead to what dist is compiled from; some packages have `source`.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['berth-source', 'node', 'import', 'default'],
    },
  },
};
