import base from './jest.config.js';

/**
 * What takes longer than a few seconds: `*.long-spec.ts`, run by `npm run test:long`.
 * @type {import('jest').Config}
 */
export default { ...base, testMatch: ['**/*.long-spec.js'], maxWorkers: 1, testTimeout: 600_000 };
