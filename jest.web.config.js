import { availableParallelism } from 'node:os';
import config from './jest.config.js';

/**
 * The page in a browser (`npm run test:web`), which Node and npm do not bring.
 * @type {import('jest').Config}
 */
export default {
  ...config,
  testMatch: ['**/*.web-spec.js'],
  // A browser beside its service keeps one core busy.
  maxWorkers: availableParallelism(),
  testTimeout: 300_000,
};
