import { explainedProperties } from './explained.js';

describe('why not', () => {
  explainedProperties(200);
});
