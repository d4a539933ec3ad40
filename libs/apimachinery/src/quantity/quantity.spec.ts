import fc from 'fast-check';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantityProblem,
  isWhole,
  milliValue,
  parseQuantity,
  requireQuantity,
  subtractQuantities,
  value,
} from './index.js';

const printed = (text: string | number): string => {
  const parsed = parseQuantity(text);
  return isQuantityProblem(parsed) ? parsed.problem : formatQuantity(parsed);
};

describe('formatQuantity prints the canonical form of', () => {
  const cases: [written: string | number, canonical: string][] = [
    ['0', '0'],
    ['00', '0'],
    ['0Gi', '0'],
    ['-0', '0'],
    ['0n', '0'],
    ['.', '0'],
    ['+', '0'],
    ['0.0', '0'],
    [0, '0'],
    ['1', '1'],
    ['12', '12'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1000000', '1M'],
    ['1001k', '1001k'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['2000m', '2'],
    [0.1, '100m'],
    ['0.1', '100m'],
    ['.5', '500m'],
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['-1.5', '-1500m'],
    ['+1.5', '1500m'],
    ['1.2345', '1234500u'],
    ['1Ki', '1Ki'],
    ['1024Ki', '1Mi'],
    ['1025Ki', '1025Ki'],
    ['2048Mi', '2Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Gi', '512Mi'],
    ['0.5Mi', '512Ki'],
    ['0.5Ki', '512'],
    ['1000Ki', '1000Ki'],
    ['8Ki', '8Ki'],
    ['0.001Ki', '1024m'],
    ['1.1Ki', '1126400m'],
    ['0.0001Ki', '102400u'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['9.3Ei', '9223372036854775807'],
    ['1e3', '1e3'],
    ['1E3', '1E3'],
    ['1e+3', '1e+3'],
    ['1e4', '10e3'],
    ['1E', '1E'],
    ['100e-3', '100e-3'],
    ['1e-1', '100e-3'],
    ['1000e3', '1e6'],
    ['1000E', '1e21'],
    ['100E', '100E'],
    ['12345678901234567890', '12345678901234567890'],
    [1e21, '1e+21'],
    [3, '3'],
    [2.5, '2500m'],
    ['0.1n', '1n'],
    ['0.9n', '1n'],
    ['1.1n', '2n'],
    ['-0.1n', '-1n'],
    ['0.0000000001', '1n'],
    ['1e-1000', '1e-9'],
    ['9.9999999999', '10'],
    [' 1 ', '1'],
  ];
  test.each(cases)('%p as %s', (written, canonical) => expect(printed(written)).toBe(canonical));
});

test('text that upstream takes for canonical is kept as it was given', () => {
  expect(['0100m', '1.500', '+5', '5.', '1.Gi'].map(printed)).toEqual(['0100m', '1.500', '+5', '5.', '1.Gi']);
});

describe('parseQuantity refuses', () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const suffix = "unable to parse quantity's suffix";
  const cases: [string, string][] = [
    ['', format],
    [' ', format],
    ['1.1.M', format],
    ['0.1mi', suffix],
    ['0.1am', format],
    ['aoeu', format],
    ['.5i', suffix],
    ['1i', suffix],
    ['-3.01i', suffix],
    ['-3.01e-', suffix],
    ['1+1.0M', format],
    ['12Qi', format],
    ['1ki', suffix],
    ['1K', suffix],
    ['1e3.5', format],
    ['1 Gi', format],
    ['1e', suffix],
    ['--1', suffix],
    ['1Ki5', suffix],
    ['1e1001', suffix],
    ['0x10', format],
    ['١', format],
    ['1'.repeat(1001), 'unable to parse numeric part of quantity'],
  ];
  test.each(cases)('%p', (text, problem) => expect(parseQuantity(text)).toEqual({ problem }));
});

test('requireQuantity throws on what admission would have refused', () => {
  expect(() => requireQuantity('12Qi')).toThrow('"12Qi": quantities must match');
  expect(value(requireQuantity('3'))).toBe(3n);
});

describe('values are rounded away from zero', () => {
  const cases: [written: string, value: bigint, milli: bigint][] = [
    ['0', 0n, 0n],
    ['1', 1n, 1000n],
    ['100m', 1n, 100n],
    ['1n', 1n, 1n],
    ['500u', 1n, 1n],
    ['1001m', 2n, 1001n],
    ['-1n', -1n, -1n],
    ['-1.5', -2n, -1500n],
    ['1Ki', 1024n, 1024000n],
    ['0.5Gi', 536870912n, 536870912000n],
    ['2E', 2n * 10n ** 18n, 2n * 10n ** 21n],
    ['1e3', 1000n, 1000000n],
  ];
  test.each(cases)('%s', (written, whole, milli) => {
    expect([value(requireQuantity(written)), milliValue(requireQuantity(written))]).toEqual([whole, milli]);
  });
});

describe('arithmetic', () => {
  const sum = (...texts: string[]) => texts.map(requireQuantity).reduce(addQuantities);
  test('adds exactly before it rounds', () => {
    expect([milliValue(sum('500u', '500u')), milliValue(sum('500u', '600u')), value(sum('100m', '100m'))]).toEqual([
      1n,
      2n,
      1n,
    ]);
  });
  test('keeps the format of the first amount that is not zero', () => {
    expect([sum('1Gi', '1G'), sum('0', '1Gi'), sum('1k', '1Ki')].map(formatQuantity)).toEqual([
      '2073741824',
      '1Gi',
      '2024',
    ]);
    expect(formatQuantity(subtractQuantities(requireQuantity('0'), requireQuantity('2Ki')))).toBe('-2Ki');
  });
  test('compares amounts, not texts', () => {
    const signs = [
      ['1', '1000m'],
      ['1Ki', '1k'],
      ['-1', '1n'],
      ['0.1n', '1n'],
      ['1e1000', '1n'],
    ] as const;
    expect(signs.map(([a, b]) => compareQuantities(requireQuantity(a), requireQuantity(b)))).toEqual([0, 1, -1, 0, 1]);
  });
  test('tells whole amounts', () => {
    expect(['1', '1000m', '1k', '1500m', '0.5Ki', '1n'].map((text) => isWhole(requireQuantity(text)))).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('for every quantity', () => {
  const suffixes = [
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'Pi',
    'Ei',
    'e3',
    'E-2',
    'e+7',
  ];
  const written = fc
    .tuple(
      fc.constantFrom('', '-', '+'),
      fc.bigInt(0n, 10n ** 20n),
      fc.option(fc.nat(10 ** 6), { nil: undefined }),
      fc.constantFrom(...suffixes),
    )
    .map(
      ([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`,
    );

  test('the printed form is a fixed point of the same amount', () => {
    fc.assert(
      fc.property(written, (text) => {
        const quantity = requireQuantity(text);
        const again = requireQuantity(formatQuantity(quantity));
        expect(compareQuantities(again, quantity)).toBe(0);
        expect(formatQuantity(again)).toBe(formatQuantity(quantity));
      }),
    );
  });
  test('adding and subtracting the same amount changes nothing', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const there = addQuantities(requireQuantity(a), requireQuantity(b));
        expect(compareQuantities(subtractQuantities(there, requireQuantity(b)), requireQuantity(a))).toBe(0);
      }),
    );
  });
  test('a value is the least whole number that covers it, by sign', () => {
    fc.assert(
      fc.property(written, (text) => {
        const quantity = requireQuantity(text);
        const whole = value(quantity);
        const towardsZero = whole > 0n ? whole - 1n : whole + 1n;
        const sign = whole > 0n ? 1 : -1;
        expect(compareQuantities(requireQuantity(`${whole}`), quantity) * sign).toBeGreaterThanOrEqual(0);
        if (whole !== 0n) expect(compareQuantities(requireQuantity(`${towardsZero}`), quantity) * sign).toBe(-1);
      }),
    );
  });
});
