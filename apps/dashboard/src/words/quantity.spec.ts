import { quantityValue } from './quantity.js';

test.each([
  ['24', 24],
  ['1500m', 1.5],
  ['16Gi', 16 * 2 ** 30],
  ['-3k', -3_000],
  ['1e21', 1e21],
  ['many', NaN],
])('%s is %d', (text, value) => {
  expect(quantityValue(text)).toBe(value);
});
