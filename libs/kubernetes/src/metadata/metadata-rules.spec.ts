import { objectOf, podWith, problemsOf, updateProblemFieldsOf } from '../testing/admission.js';

const named = (metadata: object, kind = 'Node') => ({ ...objectOf('v1', kind), metadata: { name: 'a', ...metadata } });

describe('metadata', () => {
  const cases: [object: ReturnType<typeof objectOf>, problems: RegExp[]][] = [
    [named({ name: '' }), [/^metadata.name: Required value: name or generateName is required$/]],
    [named({ name: 'A' }), [/^metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of/]],
    [named({ name: 'a.b' }, 'Namespace'), [/^metadata.name: Invalid value: "a.b": must not contain dots$/]],
    [named({ namespace: 'n' }), [/^metadata.namespace: Forbidden: not allowed on this type$/]],
    [{ ...podWith(), metadata: { name: 'a' } }, [/^metadata.namespace: Required value$/]],
    [
      named({ labels: { 'a/b/c': 'x', ok: '-' } }),
      [
        /^metadata.labels: Invalid value: "a\/b\/c": a qualified name/,
        /^metadata.labels: Invalid value: "-": a valid label/,
      ],
    ],
    [
      named({ annotations: { A: 'x'.repeat(262144) } }),
      [/^metadata.annotations: Too long: may not be more than 262144 bytes$/],
    ],
    [named({ annotations: { a: 'é'.repeat(131072) } }), [/^metadata.annotations: Too long/]],
    [
      named({ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: '', uid: 'u' }] }),
      [/^metadata.ownerReferences.name: Invalid value: "": must not be empty$/],
    ],
  ];
  test.each(cases)('%#', (object, problems) =>
    expect(problemsOf(object)).toEqual(problems.map((problem) => expect.stringMatching(problem))),
  );

  test('annotations may be as long as the limit and have keys in capitals', () => {
    expect(problemsOf(named({ annotations: { ABC: 'x'.repeat(262141) } }))).toEqual([]);
  });
});

// The registry reports it, and the strategy of the kind once more.
describe('an object may not change', () => {
  const node = (metadata: object) => ({ ...objectOf('v1', 'Node'), metadata: { name: 'a', ...metadata } });
  const cases: [name: string, before: ReturnType<typeof node>, after: ReturnType<typeof node>, fields: string[]][] = [
    ['its name', node({}), node({ name: 'b' }), ['metadata.name', 'metadata.name']],
    ['its uid', node({ uid: '1' }), node({ uid: '2' }), ['metadata.uid', 'metadata.uid']],
    // The strategy of nodes judges the whole and the change.
    [
      'to an unqualified finalizer',
      node({}),
      node({ finalizers: ['x'] }),
      Array<string>(2).fill('metadata.finalizers[0]'),
    ],
  ];
  test.each(cases)('%s', (_name, before, after, fields) =>
    expect(updateProblemFieldsOf(before, after)).toEqual(fields),
  );
});
