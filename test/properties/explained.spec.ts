import { cases } from '#test-cases';
import { explainedProperties } from './explained.js';

describe('why not', () => {
  explainedProperties(cases(200));
});
