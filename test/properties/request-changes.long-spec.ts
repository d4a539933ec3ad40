import { requestProperties } from './request-changes.js';

describe('for 1,000 of each', () => {
  requestProperties(1_000);
});
