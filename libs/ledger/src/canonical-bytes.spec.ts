import { canonicalBytes, InexactValueError, passingBytes } from './canonical-bytes.js';

const text = (value: unknown): string => Buffer.from(canonicalBytes(value)).toString('utf8');

describe('canonicalBytes', () => {
  const examples: readonly { name: string; json: string; want: string }[] = [
    {
      // RFC 8785 3.2.2, less its 1E30: that is an integer beyond 2^53 - 1, which is refused here.
      name: 'the sample object of RFC 8785',
      json:
        String.raw`{"numbers":[333333333.33333329,4.50,2e-3,0.000000000000000000000000001],` +
        String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
      want:
        String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    },
    {
      name: 'the sorting example of RFC 8785 3.2.3',
      json:
        String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",` +
        String.raw`"1":"One","\ud83d\ude00":"Emoji: Grinning Face",` +
        String.raw`"\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
      want:
        '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro ' +
        'Sign","😀":"Emoji: Grinning Face","דּ":"Hebrew Letter Dalet With Dagesh"}',
    },
    { name: 'white space and member order', json: ' { "b" : [ ] , "a" : { } } ', want: '{"a":{},"b":[]}' },
    { name: 'negative zero', json: '-0', want: '0' },
    {
      name: 'the smallest and largest numbers',
      json: '[5e-324,9007199254740991,-9007199254740991]',
      want: '[5e-324,9007199254740991,-9007199254740991]',
    },
    { name: 'a member named __proto__', json: '{"__proto__":1,"a":2}', want: '{"__proto__":1,"a":2}' },
  ];

  test.each(examples)('$name', ({ json, want }) => {
    expect(text(JSON.parse(json))).toBe(want);
  });

  test('refuses what would not come back, and names the places', () => {
    expect(() => canonicalBytes({ spec: { replicas: 2 ** 53 }, note: undefined })).toThrow(
      new InexactValueError([
        { pointer: '/spec/replicas', message: 'is an integer beyond 2^53 - 1' },
        { pointer: '/note', message: 'is undefined' },
      ]),
    );
    expect(() => canonicalBytes(Number.NaN)).toThrow('not representable exactly: / is not a finite number');
  });
});

test.each(['a', 'ä€😀'.repeat(9_000), '', 'b'])('bytes that pass are the same bytes, however long', (text) => {
  expect(Buffer.from(passingBytes({ text }))).toEqual(Buffer.from(canonicalBytes({ text })));
});

test('bytes that pass are those of an exact value', () =>
  expect(() => passingBytes({ not: NaN })).toThrow(InexactValueError));
