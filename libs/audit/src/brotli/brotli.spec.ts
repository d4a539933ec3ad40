import { brotli, compressAsync } from './brotli.js';

/** Compressible, and another one for every number. */
const payload = (number: number): Uint8Array =>
  Uint8Array.from({ length: 10_000 + number * 1_000 }, (_, index) => (index * number) % 251);

test('what is compressed beside is what is compressed at once, each to its own', async () => {
  const payloads = Array.from({ length: 20 }, (_, number) => payload(number));
  const compressed = await Promise.all(payloads.map(compressAsync));
  expect(compressed.map((one) => Buffer.from(one))).toEqual(payloads.map((one) => brotli.compress(one)));
  expect(compressed.map((one) => Uint8Array.from(brotli.decompress(one)))).toEqual(payloads);
});

test('one that cannot be compressed keeps no place from the others', async () => {
  const refused = Array.from({ length: 3 }, () =>
    compressAsync(undefined as unknown as Uint8Array).then(
      () => 'compressed',
      () => 'refused',
    ),
  );
  expect(await Promise.all(refused)).toEqual(['refused', 'refused', 'refused']);
  expect(brotli.decompress(await compressAsync(payload(7)))).toEqual(Buffer.from(payload(7)));
});
