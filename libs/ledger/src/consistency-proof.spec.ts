import fc from 'fast-check';
import { proveConsistency, verifyConsistency } from './consistency-proof.js';
import { toHex } from './hash.js';
import { proveInclusion, readInclusion } from './inclusion-proof.js';
import type { SubtreeReader } from './merkle-reader.js';
import { createMerkleRoot, leafHash, nodeHash } from './merkle-root.js';
import { fromHex, sha256 } from './testing/sha256.js';

/** The entries that Certificate Transparency logs are tested with, and what is known of them. */
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(fromHex);
const paths = [
  { from: 1, to: 1, path: [] },
  {
    from: 1,
    to: 8,
    path: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    from: 6,
    to: 8,
    path: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    from: 2,
    to: 5,
    path: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

interface Tree {
  readonly leaves: readonly Uint8Array[];
  readonly roots: readonly Uint8Array[];
  readonly read: SubtreeReader;
}

/** A tree with the roots at all sizes, and its complete subtrees to read. */
function treeOf(leaves: readonly Uint8Array[]): Tree {
  const stored = new Map(leaves.map((leaf, index) => [`0.${index}`, leaf]));
  const merkle = createMerkleRoot(sha256, {
    completed: ({ level, index }, hash) => stored.set(`${level}.${index}`, hash),
  });
  const roots = [merkle.root()];
  for (const leaf of leaves) {
    merkle.addLeafHash(leaf);
    roots.push(merkle.root());
  }
  const read: SubtreeReader = (subtrees) =>
    Promise.resolve(subtrees.map(({ level, index }) => stored.get(`${level}.${index}`) ?? new Uint8Array(0)));
  return { leaves, roots, read };
}

const known = treeOf(entries.map((entry) => leafHash(sha256, entry)));
const root = (size: number, tree = known): Uint8Array => tree.roots[size] ?? new Uint8Array(0);

test.each(paths)('consistency path from $from to $to', async ({ from, to, path }) => {
  const proof = await proveConsistency(sha256, { from, to }, known.read);
  expect(proof.path.map(toHex)).toEqual(path);
  expect(verifyConsistency(sha256, proof, { from: root(from), to: root(to) })).toBe(true);
});

test('the smaller tree is at most as large', async () => {
  await expect(proveConsistency(sha256, { from: 4, to: 3 }, known.read)).rejects.toThrow(
    new RangeError('a tree of 4 does not grow to 3'),
  );
});

const treeAndTwo = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.nat(size), fc.nat(size - 1)));
const large = treeOf(Array.from({ length: 70 }, (_, index) => leafHash(sha256, Uint8Array.of(index))));

test('every tree is proved to start with every smaller one, and no other root, size or path passes', () =>
  fc.assert(
    fc.asyncProperty(treeAndTwo, fc.nat(255), async ([to, from], bit) => {
      const proof = await proveConsistency(sha256, { from, to }, large.read);
      const roots = { from: root(from, large), to: root(to, large) };
      const flipped = (bytes: Uint8Array): Uint8Array =>
        bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(verifyConsistency(sha256, proof, roots)).toBe(true);
      expect(
        [
          verifyConsistency(sha256, proof, { ...roots, from: flipped(roots.from) }),
          // From no leaves every tree grows.
          verifyConsistency(sha256, proof, { ...roots, to: flipped(roots.to) }) && from > 0,
          verifyConsistency(sha256, { ...proof, path: [...proof.path, roots.to] }, roots),
          verifyConsistency(sha256, { ...proof, path: proof.path.slice(1) }, roots) && proof.path.length > 0,
          verifyConsistency(sha256, { ...proof, from: to + 1 }, roots),
          ...proof.path.map((_, at) =>
            verifyConsistency(
              sha256,
              { ...proof, path: proof.path.map((hash, index) => (index === at ? flipped(hash) : hash)) },
              roots,
            ),
          ),
        ].filter(Boolean),
      ).toEqual([]);
    }),
  ));

test('an inclusion proof from stored subtrees is the one from all leaves', () =>
  fc.assert(
    fc.asyncProperty(treeAndTwo, async ([treeSize, , leafIndex]) => {
      expect(await readInclusion(sha256, { leafIndex, treeSize }, large.read)).toEqual(
        proveInclusion(sha256, large.leaves.slice(0, treeSize), leafIndex),
      );
    }),
  ));

test('a proof in a tree of a million leaves asks for few subtrees', async () => {
  const asked: number[] = [];
  const read: SubtreeReader = (subtrees) => {
    asked.push(subtrees.length);
    return Promise.resolve(subtrees.map(() => new Uint8Array(32)));
  };
  await readInclusion(sha256, { leafIndex: 654_321, treeSize: 999_999 }, read);
  await proveConsistency(sha256, { from: 654_321, to: 999_999 }, read);
  expect(asked).toEqual([29, 30]);
});

test('a tree head goes on where another one stood', () =>
  fc.assert(
    fc.property(treeAndTwo, ([size, before]) => {
      const first = createMerkleRoot(sha256);
      for (const leaf of large.leaves.slice(0, before)) first.addLeafHash(leaf);
      const second = createMerkleRoot(sha256, { from: first.frontier() });
      for (const leaf of large.leaves.slice(before, size)) second.addLeafHash(leaf);
      expect([second.size(), toHex(second.root())]).toEqual([size, toHex(root(size, large))]);
    }),
  ));

test('a tree head that is not one is refused', () => {
  expect(() => createMerkleRoot(sha256, { from: { size: 5, subtrees: [root(4)] } })).toThrow(
    new RangeError('a tree of 5 has not 1 complete subtrees'),
  );
  expect(toHex(nodeHash(sha256, root(1), leafHash(sha256, fromHex('00'))))).toBe(toHex(root(2)));
});
