import { lastingAnswers } from './lasting-answers.js';

describe('along 3,000 walks, and 500 on larger clusters, what is kept says what is made anew:', () =>
  lastingAnswers(3000, 500));
