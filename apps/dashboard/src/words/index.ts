export { Amount } from './amount.js';
export { Digest } from './digest.js';
export { ago, amount, count, counted, dayAndTime, duration, percent } from './words.js';
export { quantityValue } from './quantity.js';
