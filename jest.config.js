/** Specs run compiled, from dist: what is tested is what is shipped. Longer ones (*.long-spec.ts) have a command of their own. */
const long = process.env.BERTH_LONG_TESTS === '1';

/** @type {import('jest').Config} */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/dist'],
  testEnvironment: 'node',
  testMatch: long ? ['**/*.long-spec.js'] : ['**/*.spec.js', '**/*.e2e-spec.js'],
  testTimeout: long ? 600_000 : 60_000,
  transform: {},
  globalSetup: '<rootDir>/dist/test/setup/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/setup/global-teardown.js',
};
