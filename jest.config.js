/**
 * Specs run compiled, from dist: what is tested is what is shipped.
 * @type {import('jest').Config}
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/dist'],
  testEnvironment: 'node',
  testMatch: ['**/*.spec.js', '**/*.e2e-spec.js'],
  testTimeout: 60_000,
  transform: {},
  // Every key that is made is noted, for the search at the end of the run: none may stand in what anybody says.
  moduleNameMapper: { '^\\./api-key\\.js$': '<rootDir>/dist/libs/access/src/testing/noted-keys.js' },
  // Specs wait for PostgreSQL as much as they compute, so no core is left out.
  maxWorkers: '100%',
  // Modules of a spec that has ended are not given back (about 120 MB for each with a whole application in it), and
  // collecting them takes longer than beginning anew.
  workerIdleMemoryLimit: '1GB',
  globalSetup: '<rootDir>/dist/test/setup/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/setup/global-teardown.js',
};
