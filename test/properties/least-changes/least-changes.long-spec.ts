import { leastChangesProperties } from './least-changes.js';

describe('the cheapest changes of 2,000 questions', () => {
  leastChangesProperties(2_000);
});
