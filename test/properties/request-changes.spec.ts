import { cases } from '#test-cases';
import { requestProperties } from './request-changes.js';

describe('other requests', () => {
  requestProperties(cases(50));
});
