import config from './jest.config.js';

/**
 * The page in a browser (`npm run test:web`), which Node and npm do not bring.
 * @type {import('jest').Config}
 */
export default { ...config, testMatch: ['**/*.web-spec.js'], maxWorkers: 1, testTimeout: 300_000 };
