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
  // Specs wait for PostgreSQL as much as they compute, so no core is left out.
  maxWorkers: '100%',
  globalSetup: '<rootDir>/dist/test/setup/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/setup/global-teardown.js',
};
