import fc from 'fast-check';
import { jsonPatch, mergeDifference, mergePatch } from '../index.js';

describe('mergePatch', () => {
  // RFC 7396, appendix A.
  const cases: [target: unknown, patch: unknown, want: unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  test.each(cases)('%j with %j is %j', (target, patch, want) => expect(mergePatch(target, patch)).toEqual(want));

  test('leaves its arguments and every other object alone', () => {
    const target = { a: { b: 1 } };
    expect(
      JSON.stringify(mergePatch(target, JSON.parse('{"a":{"c":2},"__proto__":{"evil":true},"constructor":1}'))),
    ).toBe('{"a":{"b":1,"c":2},"__proto__":{"evil":true},"constructor":1}');
    expect(target).toEqual({ a: { b: 1 } });
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined();
  });
});

describe('mergeDifference', () => {
  const cases: [before: object, after: object, want: unknown][] = [
    [{ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1, c: 4 } }, { a: { c: 4 }, d: null }],
    [{ a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
    [{ a: null }, { a: null }, {}],
    [{}, { a: { b: null } }, undefined],
  ];
  test.each(cases)('of %j and %j is %j', (a, b, want) => expect(mergeDifference({ ...a }, { ...b })).toEqual(want));

  test('makes one document of the other, or is none where that has a null', () => {
    const json = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(json, json, (before, after) => {
        const patch = mergeDifference(before, after);
        if (patch === undefined) expect(JSON.stringify(after)).toContain('null');
        else expect(mergePatch(before, patch)).toEqual(after);
      }),
    );
  });
});

describe('jsonPatch', () => {
  test.each([
    ['twice as much each time', 24, { x: 'y' }, '/c'],
    ['a long text very often', 5_000, { x: 'y'.repeat(100_000) }, '/a/x'],
  ])('copies %s: the sum is bounded', (_, times, a, from) => {
    const copies = Array.from({ length: times }, (_unused, index) => ({
      op: 'copy',
      from: from === '/c' ? '' : from,
      path: `/c${index}`,
    }));
    expect(jsonPatch({ a }, copies)).toEqual({
      problem: expect.stringMatching(/^operation \d+: copies add up to more than 3145728 characters$/),
    });
  });

  test('what moves have nested deeply is not copied', () => {
    const deeper = Array.from({ length: 1_000 }, () => [
      { op: 'add', path: '/y', value: {} },
      { op: 'move', from: '/x', path: '/y/x' },
      { op: 'move', from: '/y', path: '/x' },
    ]).flat();
    const patch = [...deeper, { op: 'copy', from: '/x', path: '/z' }];
    expect(jsonPatch({ x: {} }, patch)).toEqual({ problem: expect.stringContaining('copies add up') });
  });

  const cases: [document: unknown, operation: object, want: unknown][] = [
    [{ a: 1 }, { op: 'add', path: '/b', value: [2] }, { a: 1, b: [2] }],
    [{ a: [1, 3] }, { op: 'add', path: '/a/1', value: 2 }, { a: [1, 2, 3] }],
    [{ a: [1] }, { op: 'add', path: '/a/-', value: 2 }, { a: [1, 2] }],
    [{ a: [1] }, { op: 'add', path: '/a/1', value: 2 }, { a: [1, 2] }],
    [{ a: 1 }, { op: 'add', path: '', value: 5 }, 5],
    [{ a: 1, b: 2 }, { op: 'remove', path: '/a' }, { b: 2 }],
    [{ a: [1, 2] }, { op: 'remove', path: '/a/0' }, { a: [2] }],
    [{ a: 1 }, { op: 'replace', path: '/a', value: null }, { a: null }],
    [{ a: [1] }, { op: 'replace', path: '/a/0', value: 2 }, { a: [2] }],
    [{ a: { b: 1 } }, { op: 'move', from: '/a/b', path: '/c' }, { a: {}, c: 1 }],
    [{ a: [1, 2] }, { op: 'move', from: '/a/0', path: '/a/1' }, { a: [2, 1] }],
    [{ a: [1] }, { op: 'copy', from: '/a', path: '/b' }, { a: [1], b: [1] }],
    [{ 'a/b': { 'c~d': 1 } }, { op: 'replace', path: '/a~1b/c~0d', value: 2 }, { 'a/b': { 'c~d': 2 } }],
    [{ '': 1 }, { op: 'replace', path: '/', value: 2 }, { '': 2 }],
    [{ a: { b: [] } }, { op: 'test', path: '/a', value: { b: [] } }, { a: { b: [] } }],
    [{ a: 1 }, { op: 'move', from: '/a', path: '/a' }, { a: 1 }],
  ];
  test.each(cases)('%j with %j is %j', (document, operation, value) =>
    expect(jsonPatch(document, [operation])).toEqual({ value }),
  );

  const refused: [document: unknown, operations: unknown, problem: string][] = [
    [{}, {}, 'a JSON patch must be an array of operations'],
    [{}, [null], 'operation 0: must be an object'],
    [{}, [{ path: '' }], 'operation 0: op must be one of add, remove, replace, move, copy, test'],
    [{}, [{ op: 'add', path: '/a' }], 'operation 0: value is missing'],
    [{}, [{ op: 'add', value: 1 }], 'operation 0: path must be a string'],
    [{}, [{ op: 'add', path: 'a', value: 1 }], 'operation 0: path must be empty or start with /'],
    [{}, [{ op: 'add', path: '/~2', value: 1 }], 'operation 0: path has a ~ that is neither ~0 nor ~1'],
    [{}, [{ op: 'remove', path: '' }], 'operation 0: the whole document cannot be removed'],
    [{}, [{ op: 'replace', path: '/a', value: 1 }], 'operation 0: /a does not exist'],
    [{ a: [] }, [{ op: 'add', path: '/a/1', value: 1 }], 'operation 0: /a/1 does not exist'],
    [{ a: [1] }, [{ op: 'replace', path: '/a/01', value: 1 }], 'operation 0: /a/01 does not exist'],
    [{ a: [1] }, [{ op: 'copy', from: '/a', path: '/a/5' }], 'operation 0: /a/5 does not exist'],
    [{ a: 1 }, [{ op: 'add', path: '/a/b', value: 1 }], 'operation 0: /a is no object and no list'],
    [{ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }], 'operation 0: /a cannot be moved into itself'],
    [{}, [{ op: 'copy', from: '/toString', path: '/a' }], 'operation 0: /toString does not exist'],
    [{}, [{ op: 'add', path: '/__proto__/evil', value: 1 }], 'operation 0: /__proto__ does not exist'],
    [
      { a: 1 },
      [
        { op: 'add', path: '/b', value: 1 },
        { op: 'test', path: '/a', value: '1' },
      ],
      'operation 1: test failed: /a has another value',
    ],
    [{ a: [] }, [{ op: 'test', path: '/a', value: {} }], 'operation 0: test failed: /a has another value'],
  ];
  test.each(refused)('%j with %j is refused', (document, operations, problem) =>
    expect(jsonPatch(document, operations)).toEqual({ problem }),
  );

  // As kube-apiserver v1.34.9 answered.
  const lenient: [document: unknown, operation: object, want: unknown][] = [
    [{ a: 1 }, { op: 'add', path: '/b' }, { a: 1, b: null }],
    [{ a: 1 }, { op: 'copy', from: '/none', path: '/b' }, { a: 1, b: null }],
    [{ a: 1 }, { op: 'replace', path: '/b', value: 2 }, { a: 1, b: 2 }],
    [{ a: 1 }, { op: 'test', path: '/none', value: null }, { a: 1 }],
    [{ a: [1, 2] }, { op: 'remove', path: '/a/-1' }, { a: [1] }],
    [{ a: [1, 2] }, { op: 'replace', path: '/a/00', value: 3 }, { a: [3, 2] }],
    [{ a: [1] }, { op: 'add', path: '/a/-1', value: 2 }, { a: [1, 2] }],
  ];
  test.each(lenient)('of %j, leniently: %j', (document, operation, value) => {
    expect(jsonPatch(document, [operation], { lenient: true })).toEqual({ value });
    expect(jsonPatch(document, [operation])).toHaveProperty('problem');
  });

  test.each([
    [{ op: 'remove', path: '/none' }, '/none does not exist'],
    [{ op: 'move', from: '/none', path: '/a' }, '/none does not exist'],
    [{ op: 'remove', path: '/a/-2' }, '/a/-2 does not exist'],
    [{ op: 'add', path: '/none/b', value: 1 }, '/none does not exist'],
    [{ op: 'test', path: '/none', value: 1 }, 'test failed: /none has another value'],
    [{ op: 'add', path: '', value: {} }, 'the whole document cannot be added'],
  ])('refused leniently as well: %j', (operation, problem) => {
    expect(jsonPatch({ a: [1] }, [operation], { lenient: true })).toEqual({ problem: `operation 0: ${problem}` });
  });

  test('a document is not replaced by a value that is none, leniently', () =>
    expect(jsonPatch({ a: 1 }, [{ op: 'replace', path: '', value: null }], { lenient: true })).toEqual({
      value: { a: 1 },
    }));

  test('leaves the document as it was', () => {
    const document = { a: { b: [1] } };
    jsonPatch(document, [{ op: 'add', path: '/a/b/-', value: 2 }]);
    expect(document).toEqual({ a: { b: [1] } });
  });
});
