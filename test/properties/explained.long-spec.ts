import { explainedProperties } from './explained.js';

describe('for 10,000 of each', () => {
  explainedProperties(10_000);
});
