import { requestProperties } from './request-changes.js';

describe('for 10,000 of each', () => {
  requestProperties(10_000);
});
