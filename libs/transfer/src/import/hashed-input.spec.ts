import { createHash } from 'node:crypto';
import { HashedInput } from './hashed-input.js';

const PIECES = ['ä', Buffer.from('b'), 'c'];
const WHOLE = createHash('sha256').update('äbc').digest('hex');

async function* pieces(closed: () => void = () => undefined): AsyncIterable<Uint8Array | string> {
  try {
    for (const piece of PIECES) yield await Promise.resolve(piece);
  } finally {
    closed();
  }
}

async function read(input: HashedInput, most = PIECES.length): Promise<string> {
  const found: string[] = [];
  for await (const piece of input) {
    found.push(Buffer.from(piece).toString());
    if (found.length === most) break;
  }
  return found.join('');
}

test('what is read is what came, and its hash that of all of it', async () => {
  const input = new HashedInput(pieces());
  expect(await read(input, PIECES.length + 1)).toBe('äbc');
  expect(await input.digest()).toBe(WHOLE);
  expect(await input.digest()).toBe(WHOLE);
});

test('the hash of input that is not read yet reads it', async () => {
  expect(await new HashedInput(pieces()).digest()).toBe(WHOLE);
});

test('a reader that ends early closes the source', async () => {
  let closed = false;
  const input = new HashedInput(pieces(() => (closed = true)));
  expect(await read(input, 1)).toBe('ä');
  expect(closed).toBe(true);
  expect(await input.digest()).toBe(createHash('sha256').update('ä').digest('hex'));
});
