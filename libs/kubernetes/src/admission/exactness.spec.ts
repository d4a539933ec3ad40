import { podWith, problemsOf } from '../testing/admission.js';

describe('what cannot be kept exactly', () => {
  const cases: [spec: object, problem: string][] = [
    [{ note: 'a\0b' }, 'spec.note: Forbidden: must not contain NUL characters or lone surrogates'],
    [
      { deep: [{ note: 'a\ud800' }] },
      'spec.deep[0].note: Forbidden: must not contain NUL characters or lone surrogates',
    ],
    [{ 'a\0': 1 }, 'spec: Forbidden: must not have a key with NUL characters or lone surrogates'],
    [{ count: 2 ** 53 }, 'spec.count: Invalid value: 9007199254740992: integers beyond 2^53 cannot be kept exactly'],
    [
      { deep: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as object },
      `spec.deep${'[0]'.repeat(98)}: Forbidden: must not be nested deeper than 100 levels`,
    ],
  ];
  test.each(cases)('%#', (spec, problem) => expect(problemsOf(podWith(spec))).toEqual([problem]));

  test('but pairs of surrogates and fractions can', () => {
    expect(problemsOf(podWith({ note: '𝒂😀', share: 0.1, most: 2 ** 53 - 1 }))).toEqual([]);
  });
});
