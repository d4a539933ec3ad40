import type { Affinity, PodAffinityTerm } from './objects.js';
import { compilePodTerms, lazyPodTerms } from './pod-terms.js';

const term = (value: string, more: PodAffinityTerm = {}): PodAffinityTerm => ({
  topologyKey: 'zone',
  labelSelector: { matchLabels: { app: value } },
  ...more,
});
const stanza = (required: PodAffinityTerm[], preferred: PodAffinityTerm[] = []) => ({
  requiredDuringSchedulingIgnoredDuringExecution: required,
  preferredDuringSchedulingIgnoredDuringExecution: preferred.map((podAffinityTerm, index) => ({
    weight: index + 5,
    podAffinityTerm,
  })),
});
const near = (operator: string) => ({ labelSelector: { matchExpressions: [{ key: 'a', operator }] } });

describe('the terms of a pod', () => {
  const affinity: Affinity = {
    podAffinity: stanza([term('a')], [term('b'), term('c')]),
    podAntiAffinity: stanza([term('d'), term('e')], [term('f')]),
  };

  test('are four lists, preferred ones with weights', () => {
    const { requiredAffinity, requiredAntiAffinity, preferredAffinity, preferredAntiAffinity, problem } =
      compilePodTerms(affinity, 'n');
    const seen = [requiredAffinity, requiredAntiAffinity, preferredAffinity, preferredAntiAffinity].map((list) =>
      list.map(({ topologyKey, weight, selector }) => [
        topologyKey,
        weight,
        ['a', 'b', 'c', 'd', 'e', 'f'].filter((app) => selector({ app })).join(),
      ]),
    );
    expect(seen).toEqual([
      [['zone', 0, 'a']],
      [
        ['zone', 0, 'd'],
        ['zone', 0, 'e'],
      ],
      [
        ['zone', 5, 'b'],
        ['zone', 6, 'c'],
      ],
      [['zone', 5, 'f']],
    ]);
    expect(problem).toBeNull();
  });
  test('are none where nothing is said', () => {
    const none = compilePodTerms(null, 'n');
    expect(none).toEqual({
      requiredAffinity: [],
      requiredAntiAffinity: [],
      preferredAffinity: [],
      preferredAntiAffinity: [],
      problem: null,
    });
    expect(
      [undefined, {}, { nodeAffinity: {} }, { podAffinity: null }].map((one) => compilePodTerms(one, 'n') === none),
    ).toEqual([true, true, true, true]);
    expect(
      compilePodTerms(
        { podAffinity: {}, podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: null } },
        'n',
      ),
    ).toEqual(none);
  });
  test('match nothing where they are left open', () => {
    const [bare] = compilePodTerms(
      { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{}] } },
      'n',
    ).preferredAffinity;
    expect([
      bare?.topologyKey,
      bare?.weight,
      bare?.selector({}),
      bare?.namespaces,
      bare?.namespaceSelector({}),
    ]).toEqual(['', 0, false, ['n'], false]);
  });
  const namespaces: [name: string, written: PodAffinityTerm, names: string[], selects: boolean][] = [
    ['its own', {}, ['n'], false],
    ['its own for an empty list', { namespaces: [], namespaceSelector: null }, ['n'], false],
    ['those of the list', { namespaces: ['x', 'y'] }, ['x', 'y'], false],
    ['those selected', { namespaceSelector: { matchLabels: { env: 'a' } } }, [], true],
    ['both', { namespaces: ['x'], namespaceSelector: {} }, ['x'], true],
  ];
  test.each(namespaces)('mean %s', (_name, written, names, selects) => {
    const [one] = compilePodTerms({ podAffinity: stanza([term('a', written)]) }, 'n').requiredAffinity;
    expect([one?.namespaces, one?.namespaceSelector({ env: 'a' })]).toEqual([names, selects]);
  });
});

describe('terms that cannot be read', () => {
  const cases: [name: string, affinity: Affinity, problem: string][] = [
    [
      'required affinity',
      { podAffinity: stanza([term('a'), term('b', near('Near'))]) },
      'requiredAffinityTerms: "Near" is not a valid label selector operator',
    ],
    [
      'required anti-affinity',
      { podAntiAffinity: stanza([term('b', near('In'))]) },
      "requiredAntiAffinityTerms: values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
    ],
    [
      'preferred affinity',
      { podAffinity: stanza([], [term('-')]) },
      'preferredAffinityTerms: values[0][app]: Invalid value: "-": ',
    ],
    [
      'a namespace selector',
      { podAntiAffinity: stanza([], [term('a', { namespaceSelector: near('Near').labelSelector })]) },
      'preferredAntiAffinityTerms: "Near" is not',
    ],
    [
      'several lists',
      { podAffinity: stanza([term('b', near('Near'))], [term('b', near('Far'))]) },
      '[requiredAffinityTerms: "Near" is not a valid label selector operator, preferredAffinityTerms: "Far" is not ' +
        'a valid label selector operator]',
    ],
  ];
  test.each(cases)('%s', (_name, affinity, problem) =>
    expect(compilePodTerms(affinity, 'n').problem?.startsWith(problem)).toBe(true),
  );

  test('empty their list and no other', () => {
    const { requiredAffinity, preferredAffinity } = compilePodTerms(
      { podAffinity: stanza([term('a'), term('b', near('Near'))], [term('c')]) },
      'n',
    );
    expect([requiredAffinity.length, preferredAffinity.length]).toEqual([0, 1]);
  });
});

test('terms are compiled once, when first asked for', () => {
  let reads = 0;
  const affinity: Affinity = {
    get podAffinity() {
      reads += 1;
      return stanza([term('a')]);
    },
  };
  const terms = lazyPodTerms(affinity, 'n');
  expect(reads).toBe(0);
  const first = terms();
  expect([terms() === first, first.requiredAffinity.length, reads]).toEqual([true, 1, 1]);
  expect(lazyPodTerms(null, 'n')()).toBe(compilePodTerms(null, 'n'));
});
