export { Amount } from './amount.js';
export { Digest } from './digest.js';
export { ago, amount, count, counted, dayAndTime, duration, percent, signed } from './words.js';
export { quantityValue } from './quantity.js';
