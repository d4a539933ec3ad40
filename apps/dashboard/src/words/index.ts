export { Ago } from './ago.js';
export { Amount } from './amount.js';
export { Digest } from './digest.js';
export {
  amount,
  amountOf,
  count,
  counted,
  dayAndTime,
  duration,
  grouped,
  percent,
  shortened,
  signed,
} from './words.js';
export { timeSpan } from './words.js';
export { quantityValue } from './quantity.js';
