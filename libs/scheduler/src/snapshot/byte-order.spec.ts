import fc from 'fast-check';
import { compareBytes } from './byte-order.js';

test('texts are in the order of their UTF-8 bytes', () => {
  const texts = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('a character beyond U+FFFF sorts after U+FFFD, other than in UTF-16', () => {
  expect(['\u{1F600}', '\uFFFD', 'a'].sort(compareBytes)).toEqual(['a', '\uFFFD', '\u{1F600}']);
});
