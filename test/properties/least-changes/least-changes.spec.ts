import { cases } from '#test-cases';
import { leastChangesProperties } from './least-changes.js';

describe('the cheapest changes', () => {
  leastChangesProperties(cases(300));
});
