import { attachmentName } from './attachment-name.js';

test.each([
  // Of the empty text, of a short one, and of one that fills more than one block.
  ['', '', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['a', 'b', 'c', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghi',
    'ghijhijkijkljklmklmn',
    'lmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['ä', '€', '😀', '819fe77d1c7897c4c541e21c63d27154d46e12cc65074d8d9c874626a40a6074'],
])('an attachment is named by the SHA-256 of volume, driver and node: %j %j %j', (handle, driver, node, want) => {
  expect(attachmentName(handle, driver, node)).toBe(`csi-${want}`);
});
