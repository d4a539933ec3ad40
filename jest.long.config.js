import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import base from './jest.config.js';

const DIST = join(import.meta.dirname, 'dist');

/** Specs of `npm test` that try a part of their generated cases there: here all of them (test/setup/cases.ts). */
const partial = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('spec.js') && readFileSync(join(DIST, file), 'utf8').includes("'#test-cases'"),
);
process.env.CASES = 'all';

/** What measures how long a service takes, or how it grows: jest.alone.config.js. */
export const ALONE = ['heavy-questions', 'large-import', 'many-processes', 'outages', 'soak'];

/**
 * What takes longer than a few seconds: `*.long-spec.ts`, and what has more cases than `npm test` tries, run by
 * `npm run test:long`; two at a time, for half of them compute alone.
 * @type {import('jest').Config}
 */
export default {
  ...base,
  testMatch: ['**/*.long-spec.js', ...partial.map((file) => `**/${file}`)],
  testPathIgnorePatterns: ALONE.map((name) => `/${name}\\.long-spec\\.js$`),
  maxWorkers: 2,
  testTimeout: 600_000,
};
