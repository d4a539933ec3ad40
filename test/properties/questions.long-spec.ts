import { questionProperties } from './questions.js';

describe('for 10,000 of each', () => {
  questionProperties(10_000);
});
