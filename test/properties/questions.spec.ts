import { questionProperties } from './questions.js';

describe('questions about what would be', () => {
  questionProperties(200);
});
