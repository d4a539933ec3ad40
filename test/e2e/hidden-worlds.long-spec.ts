import { answersAlike } from '../properties/sight/alike.js';

/** More than 2,000 pairs of answers. */
answersAlike(4, { isProven: true });
