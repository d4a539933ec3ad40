import long, { ALONE } from './jest.long.config.js';

/**
 * The files of `npm run test:long` that measure how long a service takes to answer, or how its memory grows: nothing
 * else runs beside them.
 * @type {import('jest').Config}
 */
export default {
  ...long,
  testMatch: ALONE.map((name) => `**/${name}.long-spec.js`),
  testPathIgnorePatterns: [],
  maxWorkers: 1,
};
