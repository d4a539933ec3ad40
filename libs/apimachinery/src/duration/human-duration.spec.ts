import { humanDuration } from './human-duration.js';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const YEAR = 365 * DAY;

test.each([
  [-2, '<invalid>'],
  [-1.5, '0s'],
  [0, '0s'],
  [1.9, '1s'],
  [119, '119s'],
  [2 * MINUTE, '2m'],
  [3 * MINUTE + 10, '3m10s'],
  [10 * MINUTE - 1, '9m59s'],
  [10 * MINUTE + 30, '10m'],
  [3 * HOUR - 1, '179m'],
  [3 * HOUR, '3h'],
  [7 * HOUR + 59 * MINUTE, '7h59m'],
  [8 * HOUR + 59 * MINUTE, '8h'],
  [47 * HOUR, '47h'],
  [2 * DAY, '2d'],
  [7 * DAY + 23 * HOUR, '7d23h'],
  [8 * DAY + HOUR, '8d'],
  [2 * YEAR - 1, '729d'],
  [2 * YEAR, '2y'],
  [2 * YEAR + 325 * DAY, '2y325d'],
  [8 * YEAR + DAY, '8y'],
])('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds * 1_000)).toBe(text);
});
