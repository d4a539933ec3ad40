import fc from 'fast-check';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { TraceFormatError } from './trace-format-error.js';

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.take();
}

describe('ByteWriter and ByteReader', () => {
  test.each([
    { value: 0, unsigned: '00', signed: '00' },
    { value: 1, unsigned: '01', signed: '02' },
    { value: 63, unsigned: '3f', signed: '7e' },
    { value: 64, unsigned: '40', signed: '8001' },
    { value: 127, unsigned: '7f', signed: 'fe01' },
    { value: 128, unsigned: '8001', signed: '8002' },
    { value: 2 ** 53 - 1, unsigned: 'ffffffffffffff0f', signed: 'feffffffffffff1f' },
  ])('$value is $unsigned, and $signed when signed', ({ value, unsigned, signed }) => {
    expect(Buffer.from(written((writer) => writer.varint(value))).toString('hex')).toBe(unsigned);
    expect(Buffer.from(written((writer) => writer.signed(value))).toString('hex')).toBe(signed);
  });

  test('what is written is read', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.maxSafeInteger(), fc.string({ unit: 'grapheme', maxLength: 2_000 })), { maxLength: 5 }), (items) => {
        const bytes = written((writer) => {
          writer.varint(items.length);
          for (const [natural, integer, text] of items) {
            writer.varint(natural);
            writer.signed(integer);
            writer.text(text);
          }
        });
        const reader = new ByteReader(bytes);
        expect(reader.list(() => [reader.varint(), reader.signed(), reader.text()])).toEqual(items);
        reader.end();
      }),
    );
  });

  test.each<{ name: string; hex: string; read: (reader: ByteReader) => unknown; why: string }>([
    { name: 'an integer without its end', hex: '80', read: (reader) => reader.varint(), why: 'the bytes end too early' },
    { name: 'an integer that is too large', hex: 'ffffffffffffff1f', read: (reader) => reader.varint(), why: 'an integer is beyond 2^53 - 1' },
    { name: 'a signed integer that is too large', hex: 'ffffffffffffff2f', read: (reader) => reader.signed(), why: 'an integer is beyond 2^53 - 1' },
    { name: 'a text longer than the bytes', hex: '0541', read: (reader) => reader.text(), why: 'the bytes end too early' },
    { name: 'a text that is not UTF-8', hex: '01ff', read: (reader) => reader.text(), why: 'a text is not UTF-8' },
    { name: 'bytes left over', hex: '0000', read: (reader) => [reader.byte(), reader.end()], why: '1 bytes are left over' },
  ])('refuses $name', ({ hex, read, why }) => {
    expect(() => read(new ByteReader(Buffer.from(hex, 'hex')))).toThrow(new TraceFormatError(why));
  });
});
