import fc from 'fast-check';
import { TraceFormatError } from './bytes/index.js';
import { readChunkHead, storedBaseDigest } from './chunk/index.js';
import { storedDigests } from './stored-digests.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart, hex, type EncodedPart, type PartOptions } from './testing/encode-part.js';
import { brotli, sha256 } from './testing/handed-in.js';
import { followed } from './testing/histories.js';
import { toAttempt, type ModelAttempt } from './testing/model.js';
import { TraceBases } from './trace-bases.js';

const tidy = (part: readonly ModelAttempt[]) => part.map((model) => toAttempt(model));

function again({ bodies, bases }: Pick<EncodedPart, 'bodies' | 'bases'>): (string | null)[] {
  const stored = new Map(
    bases.map(({ digest, payload }) => [hex(digest), Uint8Array.from([2, ...brotli.compress(payload)])]),
  );
  const chunks = bodies.map((body) => ({ body, head: readChunkHead(body, brotli) }));
  const digests = storedDigests(chunks, {
    hash: sha256,
    decompress: brotli.decompress,
    baseOf: (digest) => stored.get(hex(digest)),
  });
  return Array.from(digests, ({ digest }) => digest && hex(digest));
}

test.each<readonly [string, PartOptions]>([
  ['one chunk', {}],
  ['chunks of two', { maxDecisions: 2 }],
  ['bases', { bases: new TraceBases() }],
])('stored decisions come to the digests that they were given: %s', (_, options) => {
  fc.assert(
    fc.property(arbitraryPart, (part) => {
      const encoded = encodePart(followed(part, 'exact'), { ...options, compressor: brotli });
      expect(again(encoded)).toEqual(encoded.digests);
    }),
  );
});

test('what was kept in part comes to none', () => {
  fc.assert(
    fc.property(arbitraryPart, (part) => {
      const encoded = encodePart(
        tidy(part).map((attempt) => ({ ...attempt, bestRows: (): readonly number[] => [0] })),
        { keep: { nodes: 1 }, compressor: brotli },
      );
      expect(again(encoded)).toEqual(encoded.digests.map(() => null));
    }),
  );
});

test('the address of a stored base is the hash of what it holds', () => {
  const payload = Uint8Array.of(1, 2, 3);
  expect(hex(storedBaseDigest(sha256, Uint8Array.from([2, ...brotli.compress(payload)]), brotli))).toBe(
    hex(sha256(payload)),
  );
  expect(() => storedBaseDigest(sha256, Uint8Array.of(1), brotli)).toThrow(TraceFormatError);
});
