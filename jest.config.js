import { availableParallelism } from 'node:os';

/**
 * Specs run compiled, from dist: what is tested is what is shipped.
 * @type {import('jest').Config}
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/dist'],
  testMatch: ['**/*.spec.js', '**/*.e2e-spec.js'],
  testTimeout: 120_000,
  transform: {},
  // No VM context a file: a worker loads a module once, and computes two to four times as fast as in a context.
  testEnvironment: '<rootDir>/dist/test/setup/jest/bare-environment.js',
  runtime: '<rootDir>/dist/test/setup/jest/bare-runtime.js',
  testRunner: '<rootDir>/dist/test/setup/jest/measured-circus.js',
  reporters: ['default', '<rootDir>/dist/test/setup/jest/slowest-files.js'],
  testSequencer: '<rootDir>/dist/test/setup/jest/longest-first.js',
  // A sixth of the time a spec waits, for PostgreSQL, a program or a timer: half a worker more a core fills that.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A worker runs hundreds of files: what specs leave behind in it is thrown away with it. That is for a leak alone:
  // Jest ends the worker with the next file already begun in it, which is then begun again.
  workerIdleMemoryLimit: '2GB',
  globalSetup: '<rootDir>/dist/test/setup/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/setup/global-teardown.js',
};
