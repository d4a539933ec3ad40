import fc from 'fast-check';
import { toHex } from './hash.js';
import { proveInclusion, verifyInclusion } from './inclusion-proof.js';
import { createMerkleRoot, leafHash, nodeHash } from './merkle-root.js';
import { fromHex, sha256 } from './testing/sha256.js';

/** The entries and roots that Certificate Transparency logs are tested with (RFC 6962, the same tree as RFC 9162). */
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
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const paths = [
  { leafIndex: 0, treeSize: 1, path: [] },
  {
    leafIndex: 0,
    treeSize: 8,
    path: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    leafIndex: 5,
    treeSize: 8,
    path: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  { leafIndex: 2, treeSize: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  {
    leafIndex: 1,
    treeSize: 5,
    path: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

function tree(size: number): { root: Uint8Array; leaves: Uint8Array[] } {
  const merkle = createMerkleRoot(sha256);
  const leaves = entries.slice(0, size).map((entry) => merkle.add(entry));
  return { root: merkle.root(), leaves };
}

describe('Merkle tree', () => {
  test.each(roots.map((want, size) => ({ size, want })))('root of the first $size entries', ({ size, want }) => {
    expect(toHex(tree(size).root)).toBe(want);
  });

  test.each(paths)('inclusion path of leaf $leafIndex in a tree of $treeSize', ({ leafIndex, treeSize, path }) => {
    const proof = proveInclusion(sha256, tree(treeSize).leaves, leafIndex);
    expect({ ...proof, path: proof.path.map(toHex) }).toEqual({ leafIndex, treeSize, path });
  });

  test('every leaf of every small tree is proved, and no other leaf, index, size, sibling or root passes so', () => {
    const leafOf = (index: number): Uint8Array => leafHash(sha256, Uint8Array.of(index));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(255), (size, pick, bit) => {
        const merkle = createMerkleRoot(sha256);
        const leaves = Array.from({ length: size }, (_, index) => leafOf(index));
        leaves.forEach((leaf) => merkle.addLeafHash(leaf));
        const [root, leafIndex] = [merkle.root(), pick % size];
        const leaf = leafOf(leafIndex);
        const proof = proveInclusion(sha256, leaves, leafIndex);
        const flipped = (bytes: Uint8Array): Uint8Array =>
          bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        const wrong = [
          verifyInclusion(sha256, proof, { leaf: flipped(leaf), root }),
          verifyInclusion(sha256, proof, { leaf, root: flipped(root) }),
          verifyInclusion(sha256, { ...proof, leafIndex: size }, { leaf, root }),
          verifyInclusion(sha256, { ...proof, leafIndex: leafIndex ^ 1 }, { leaf, root }) && size > 1,
          verifyInclusion(sha256, { ...proof, path: [...proof.path, root] }, { leaf, root }),
          verifyInclusion(sha256, { ...proof, path: proof.path.slice(1) }, { leaf, root }) && size > 1,
          ...proof.path.map((_, at) =>
            verifyInclusion(
              sha256,
              { ...proof, path: proof.path.map((hash, index) => (index === at ? flipped(hash) : hash)) },
              { leaf, root },
            ),
          ),
        ];
        expect(verifyInclusion(sha256, proof, { leaf, root })).toBe(true);
        expect(wrong).toEqual(wrong.map(() => false));
      }),
    );
  });

  test('a path longer than the tree is high proves nothing, even when its hashes lead to the root', () => {
    const [leaf, sibling] = [leafHash(sha256, Uint8Array.of(1)), leafHash(sha256, Uint8Array.of(2))];
    const root = nodeHash(sha256, sibling, leaf);
    expect(verifyInclusion(sha256, { leafIndex: 1, treeSize: 2, path: [sibling] }, { leaf, root })).toBe(true);
    expect(verifyInclusion(sha256, { leafIndex: 0, treeSize: 1, path: [sibling] }, { leaf, root })).toBe(false);
  });

  test('a proof needs a leaf that is there', () => {
    expect(() => proveInclusion(sha256, tree(3).leaves, 3)).toThrow(new RangeError('no leaf 3 in a tree of 3'));
  });
});
