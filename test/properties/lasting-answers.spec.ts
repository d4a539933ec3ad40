import { lastingAnswers } from './lasting-answers.js';

describe('along 150 walks, and 25 on larger clusters, what is kept says what is made anew:', () =>
  lastingAnswers(150, 25));
