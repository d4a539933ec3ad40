import { cases } from '#test-cases';
import { lastingAnswers } from './lasting-answers.js';

describe('along walks, and some on larger clusters, what is kept says what is made anew:', () =>
  lastingAnswers(cases(150), cases(25)));
