import { aggregateText } from './index.js';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'a'], 'a'],
  [['a', 'b', 'a'], '[a, b]'],
])('%j is told as %j', (texts, told) => expect(aggregateText(texts)).toBe(told));
