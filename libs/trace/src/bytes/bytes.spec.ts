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
      fc.property(
        fc.array(fc.tuple(fc.maxSafeNat(), fc.maxSafeInteger(), fc.string({ unit: 'grapheme', maxLength: 2_000 })), {
          maxLength: 5,
        }),
        (items) => {
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
        },
      ),
    );
  });

  const scores = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.maxSafeInteger()), { maxLength: 40 });
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 40 });

  test('lists are written as their integers one by one are', () => {
    const oneByOne = (values: readonly number[]): Uint8Array =>
      written((writer) => values.forEach((value) => writer.signed(value)));
    fc.assert(
      fc.property(scores, bytes, (integers, small) => {
        expect(written((writer) => writer.signedAll(integers))).toEqual(oneByOne(integers));
        expect(written((writer) => writer.signedAll(Uint8Array.from(small)))).toEqual(oneByOne(small));
      }),
    );
  });

  test('places are written by their distances, with or without the values there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 2 ** 24 }), { maxLength: 40 }), scores, (drawn, values) => {
        const places = Uint32Array.from(drawn).sort();
        const count = Math.min(places.length, values.length);
        const distance = (at: number): number => (places[at] ?? 0) - (places[at - 1] ?? -1);
        const each = (write: (writer: ByteWriter, at: number) => void) =>
          written((writer) => Array.from({ length: count }, (_, at) => write(writer, at)));
        expect(written((writer) => writer.distances(places, count))).toEqual(
          each((writer, at) => writer.varint(distance(at))),
        );
        expect(written((writer) => writer.signedAt(places, Float64Array.from(values), count))).toEqual(
          each((writer, at) => {
            writer.varint(distance(at));
            writer.signed(values[at] ?? 0);
          }),
        );
      }),
    );
  });

  test('steps are written as the differences that they are', () => {
    const one = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    const step = fc.oneof(fc.integer({ min: -200, max: 200 }), one);
    fc.assert(
      fc.property(fc.array(fc.tuple(one, step), { maxLength: 40 }), (drawn) => {
        const before = Float64Array.from(drawn, ([value]) => value);
        const after = Float64Array.from(drawn, ([value, by]) => value + by);
        expect(written((writer) => writer.signedSteps(before, after, drawn.length))).toEqual(
          written((writer) => writer.signedAll(drawn.map(([, by]) => by))),
        );
      }),
    );
  });

  test.each([
    { scores: [0, 63, 64, 255], isBytes: true },
    { scores: [1, 256], isBytes: false },
    { scores: [1, -1], isBytes: false },
    { scores: [1, 0.5], isBytes: false },
    { scores: [1, Number.NaN], isBytes: false },
  ])('$scores are written while they are copied when they are bytes: $isBytes', ({ scores: values, isBytes }) => {
    const cells = new Uint8Array(values.length);
    const writer = new ByteWriter(2);
    expect(writer.byteScores(Float64Array.from(values), cells)).toBe(isBytes);
    expect(writer.take()).toEqual(isBytes ? written((plain) => plain.signedAll(values)) : new Uint8Array(0));
    if (isBytes) expect(Array.from(cells)).toEqual(values);
  });

  test.each<{ name: string; hex: string; read: (reader: ByteReader) => unknown; why: string }>([
    {
      name: 'an integer without its end',
      hex: '80',
      read: (reader) => reader.varint(),
      why: 'the bytes end too early',
    },
    {
      name: 'an integer that is too large',
      hex: 'ffffffffffffff1f',
      read: (reader) => reader.varint(),
      why: 'an integer is beyond 2^53 - 1',
    },
    {
      name: 'a signed integer that is too large',
      hex: 'ffffffffffffff2f',
      read: (reader) => reader.signed(),
      why: 'an integer is beyond 2^53 - 1',
    },
    {
      name: 'a text longer than the bytes',
      hex: '0541',
      read: (reader) => reader.text(),
      why: 'the bytes end too early',
    },
    { name: 'a text that is not UTF-8', hex: '01ff', read: (reader) => reader.text(), why: 'a text is not UTF-8' },
    {
      name: 'bytes left over',
      hex: '0000',
      read: (reader) => [reader.byte(), reader.end()],
      why: '1 bytes are left over',
    },
  ])('refuses $name', ({ hex, read, why }) => {
    expect(() => read(new ByteReader(Buffer.from(hex, 'hex')))).toThrow(new TraceFormatError(why));
  });
});
