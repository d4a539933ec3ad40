import { cases } from '#test-cases';
import { questionProperties } from './questions.js';

describe('questions about what would be', () => {
  questionProperties(cases(200));
});
