import { createLedgerVerifier } from '#ledger';
import { flipBits } from '../../libs/ledger/src/testing/flip-bits.js';
import { noteKeys } from '../../libs/ledger/src/testing/note-keys.js';
import { sha256 } from '../../libs/ledger/src/testing/sha256.js';
import { smallChain } from '../../libs/ledger/src/testing/small-chain.js';
import { exportLines } from '../../libs/ledger/src/testing/small-export.js';

test('every bit of an export of 1,000 entries is flipped, one at a time, and found each time', () => {
  const { signer, verifier: key } = noteKeys();
  const lines = exportLines(smallChain(sha256, 400), { signer }).map((line) => Uint8Array.from(Buffer.from(line)));
  const { flips, missed } = flipBits(lines, createLedgerVerifier({ hash: sha256, key }), () => [
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(missed).toEqual([]);
  expect(flips).toBe(8 * lines.reduce((bytes, line) => bytes + line.length, 0));
}, 1_800_000);
