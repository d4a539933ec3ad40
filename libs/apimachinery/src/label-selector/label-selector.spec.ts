import fc from 'fast-check';
import {
  compileLabelSelector,
  compileRequirements,
  parseInt64,
  parseLabelSelector,
  type LabelSelector,
} from './index.js';

const matches = (selector: string, labels: Record<string, string>): boolean => {
  const parsed = parseLabelSelector(selector);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return compileRequirements(parsed.requirements)(labels);
};

describe('parseLabelSelector reads', () => {
  const cases: [text: string, key: string, operator: string, values: string[]][] = [
    ['x=a', 'x', 'In', ['a']],
    ['x==a', 'x', 'In', ['a']],
    ['x!=a', 'x', 'NotIn', ['a']],
    ['x=', 'x', 'In', ['']],
    ['x', 'x', 'Exists', []],
    ['!x', 'x', 'DoesNotExist', []],
    [' ! x ', 'x', 'DoesNotExist', []],
    ['x in (b,a,b)', 'x', 'In', ['a', 'b']],
    ['x notin (a)', 'x', 'NotIn', ['a']],
    ['x in ()', 'x', 'In', ['']],
    ['x in (a,,b)', 'x', 'In', ['', 'a', 'b']],
    ['x in (,)', 'x', 'In', ['']],
    ['x>1', 'x', 'Gt', ['1']],
    ['x<7', 'x', 'Lt', ['7']],
    ['in=notin', 'in', 'In', ['notin']],
    ['notin in (in)', 'notin', 'In', ['in']],
    ['example.com/x = a', 'example.com/x', 'In', ['a']],
  ];
  test.each(cases)('%p', (text, key, operator, values) => {
    expect(parseLabelSelector(text)).toEqual({ requirements: [{ key, operator, values }] });
  });

  test('nothing, and several requirements in their order', () => {
    expect(parseLabelSelector('  ')).toEqual({ requirements: [] });
    expect(parseLabelSelector('b=1,!a , c in (x)')).toMatchObject({
      requirements: [{ key: 'b' }, { key: 'a' }, { key: 'c' }],
    });
  });
});

describe('parseLabelSelector refuses, and says where', () => {
  const cases: [text: string, position: number, problem: RegExp][] = [
    [',', 0, /^found ',', expected: !, identifier, or 'end of string'$/],
    ['a,', 2, /^found '', expected: identifier after ','$/],
    ['a=b=c', 3, /^found '=', expected: ',' or 'end of string'$/],
    ['a in b', 5, /^unable to parse requirement: found 'b' expected: '\('$/],
    ['a in (b', 7, /found '', expected: ',' or '\)'$/],
    ['a in (>', 6, /found '>', expected: ',', '\)' or identifier$/],
    ['a in (b,', 8, /found '', expected: ',', or identifier$/],
    ['a b', 2, /found 'b', expected: in, notin, =, ==, !=, gt, lt$/],
    ['!a in (b)', 3, /found 'in', expected: ',' or 'end of string'$/],
    ['!!a', 1, /found '!', expected: identifier$/],
    ['a=(', 2, /found '\(', expected: identifier$/],
    ['a,-b=c', 2, /Invalid value: "-b": name part must consist of/],
    ['a=b,c=d%', 4, /values\[0\]\[c\]: Invalid value: "d%": a valid label must be/],
    ['a>x', 0, /for 'Gt', 'Lt' operators, the value must be an integer$/],
  ];
  test.each(cases)('%p at %i', (text, position, problem) => {
    expect(parseLabelSelector(text)).toEqual({ position, problem: expect.stringMatching(problem) });
  });
});

describe('a requirement holds', () => {
  const cases: [selector: string, labels: Record<string, string>, want: boolean][] = [
    ['x=a', { x: 'a' }, true],
    ['x=a', {}, false],
    ['x!=a', {}, true],
    ['x!=a', { x: 'a' }, false],
    ['x=', { x: '' }, true],
    ['x=', {}, false],
    ['x in (a,b)', { x: 'b' }, true],
    ['x in (a,b)', {}, false],
    ['x notin (a,b)', {}, true],
    ['x notin (a,b)', { x: 'b' }, false],
    ['x', { x: '' }, true],
    ['!x', { x: '' }, false],
    ['!x', {}, true],
    ['x>5', { x: '6' }, true],
    ['x>5', { x: '5' }, false],
    ['x>5', {}, false],
    ['x<5', { x: '004' }, true],
    ['x<5', { x: 'four' }, false],
    ['x=a,y=b', { x: 'a', y: 'b' }, true],
    ['x=a,y=b', { x: 'a' }, false],
    ['constructor', {}, false],
    ['!toString', {}, true],
    ['', { x: 'a' }, true],
  ];
  test.each(cases)('%p on %j: %p', (selector, labels, want) => expect(matches(selector, labels)).toBe(want));

  test('for labels that are absent', () => {
    const parsed = parseLabelSelector('!x');
    expect('requirements' in parsed && compileRequirements(parsed.requirements)(undefined)).toBe(true);
  });
});

describe('compileLabelSelector', () => {
  const holds = (selector: LabelSelector | null | undefined, labels: Record<string, string>) => {
    const matcher = compileLabelSelector(selector);
    return typeof matcher === 'function' && matcher(labels);
  };
  test('nothing selects nothing, an empty selector everything', () => {
    expect([
      holds(undefined, {}),
      holds(null, {}),
      holds({}, {}),
      holds({ matchLabels: {}, matchExpressions: [] }, { a: 'b' }),
    ]).toEqual([false, false, true, true]);
  });
  test('both parts must hold', () => {
    const selector: LabelSelector = {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'NotIn', values: ['test'] },
        { key: 'app', operator: 'Exists' },
      ],
    };
    expect([
      holds(selector, { app: 'web' }),
      holds(selector, { app: 'web', tier: 'test' }),
      holds(selector, { tier: 'live' }),
    ]).toEqual([true, false, false]);
  });
  test('gives every problem with its field', () => {
    const selector: LabelSelector = {
      matchExpressions: [
        { key: 'a', operator: 'Gt', values: ['1'] },
        { key: 'b', operator: 'In' },
        { key: 'c', operator: 'Exists', values: ['x'] },
      ],
    };
    expect(compileLabelSelector(selector)).toEqual([
      {
        field: 'matchExpressions[0].operator',
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: "Gt": supported values: "In", "NotIn", "Exists", "DoesNotExist"',
      },
      {
        field: 'matchExpressions[1].values',
        reason: 'FieldValueInvalid',
        message: "Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
      },
      {
        field: 'matchExpressions[2].values',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: ["x"]: values set must be empty for exists and does not exist',
      },
    ]);
  });
});

test('parseInt64 reads what Go reads', () => {
  const texts = [
    '007',
    '+7',
    '-7',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '',
    ' 1',
    '1e3',
    '0x1',
    undefined,
  ];
  expect(texts.map(parseInt64)).toEqual([
    7n,
    7n,
    -7n,
    2n ** 63n - 1n,
    undefined,
    -(2n ** 63n),
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('any text is read or refused at a place inside it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'in', '=', '!', '(', ')', ',', ' ', '>', '-', 'é') }),
      (text) => {
        const parsed = parseLabelSelector(text);
        if ('problem' in parsed) expect(parsed.position).toBeLessThanOrEqual(text.length);
        else expect(parsed.requirements.every(({ key }) => text.includes(key))).toBe(true);
      },
    ),
  );
});

test('what is written from requirements is read back', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.constantFrom('in', 'notin'), fc.uniqueArray(word, { minLength: 1 }))),
      (written) => {
        const text = written.map(([key, operator, values]) => `${key} ${operator} (${values.join(', ')})`).join(',');
        const requirements = written.map(([key, operator, values]) => ({
          key,
          operator: operator === 'in' ? 'In' : 'NotIn',
          values: [...values].sort(),
        }));
        expect(parseLabelSelector(text)).toEqual({ requirements });
      },
    ),
  );
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is a label only where it is set', (key) => {
  expect([matches(key, {}), matches(`!${key}`, {}), matches(`${key}!=a`, {})]).toEqual([false, true, true]);
  expect([matches(key, { [key]: 'a' }), matches(`${key}=a`, { [key]: 'a' })]).toEqual([true, true]);
});
