import { aggregateText } from './index.js';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'a'], 'a'],
  [['a', 'b', 'a'], '[a, b]'],
])('%j is reported as %j', (texts, reported) => expect(aggregateText(texts)).toBe(reported));
