import type { LabelSelector } from '#apimachinery';
import { admitted, podWith, problemsOf } from '../testing/admission.js';
import type { Pod } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';

const LABELS = { app: 'web', rev: '7', tenant: 'red' };
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const term = (more: object) => ({ topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } }, ...more });
const spread = (more: object) => ({
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...more }],
});
const needs = (more: object) => ({ affinity: { podAffinity: { [REQUIRED]: [term(more)] } } });

function labelled(spec: object, metadata: object = {}): KubernetesObject {
  const pod = podWith(spec);
  return { ...pod, metadata: { ...pod.metadata, labels: LABELS, ...metadata } };
}

/** All selectors of a pod, in the order of its fields. */
function selectors({ spec }: Pod): (LabelSelector | undefined)[] {
  const stanzas = [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity];
  const terms = stanzas.flatMap((stanza) => [
    ...(stanza?.[REQUIRED] ?? []),
    ...(stanza?.[PREFERRED] ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return [...terms, ...(spec.topologySpreadConstraints ?? [])].map((keyed) => keyed?.labelSelector);
}

const merged = (object: KubernetesObject, context: object = {}) => selectors(admitted(object, context) as Pod);
const web = { matchLabels: { app: 'web' } };
const is = (key: string, ...values: string[]) => ({ key, operator: 'In', values });
const isNot = (key: string, ...values: string[]) => ({ key, operator: 'NotIn', values });

describe('a pod that is created has its label keys in its selectors', () => {
  const cases: [name: string, spec: object, want: object[]][] = [
    [
      'those to match',
      needs({ matchLabelKeys: ['rev', 'tenant'] }),
      [{ ...web, matchExpressions: [is('rev', '7'), is('tenant', 'red')] }],
    ],
    [
      'those not to match',
      needs({ mismatchLabelKeys: ['tenant'] }),
      [{ ...web, matchExpressions: [isNot('tenant', 'red')] }],
    ],
    [
      'after what is there, matching ones first',
      needs({
        labelSelector: { matchExpressions: [is('tier', 'a')] },
        mismatchLabelKeys: ['tenant'],
        matchLabelKeys: ['rev'],
      }),
      [{ matchExpressions: [is('tier', 'a'), is('rev', '7'), isNot('tenant', 'red')] }],
    ],
    [
      'but not labels that it lacks',
      needs({ matchLabelKeys: ['gone', 'toString'], mismatchLabelKeys: ['away'] }),
      [web],
    ],
    [
      'in terms of every list',
      {
        affinity: {
          podAffinity: {
            [REQUIRED]: [term({ matchLabelKeys: ['rev'] })],
            [PREFERRED]: [{ weight: 1, podAffinityTerm: term({ matchLabelKeys: ['rev'] }) }],
          },
          podAntiAffinity: {
            [REQUIRED]: [term({ matchLabelKeys: ['rev'] }), term({})],
            [PREFERRED]: [{ weight: 1, podAffinityTerm: term({ matchLabelKeys: ['rev'] }) }],
          },
        },
      },
      [[is('rev', '7')], [is('rev', '7')], [is('rev', '7')], [], [is('rev', '7')]].map((matchExpressions) =>
        matchExpressions.length > 0 ? { ...web, matchExpressions } : web,
      ),
    ],
    [
      'in spread constraints',
      spread({ labelSelector: {}, matchLabelKeys: ['rev'] }),
      [{ matchExpressions: [is('rev', '7')] }],
    ],
    [
      'beside a requirement not to match, even the same',
      needs({ labelSelector: { matchExpressions: [isNot('tenant', 'red')] }, mismatchLabelKeys: ['tenant'] }),
      [{ matchExpressions: [isNot('tenant', 'red'), isNot('tenant', 'red')] }],
    ],
  ];
  test.each(cases)('%s', (_name, spec, want) => expect(merged(labelled(spec))).toEqual(want));

  test('and keeps the lists', () => {
    expect(
      (admitted(labelled(needs({ matchLabelKeys: ['rev'] }))) as Pod).spec.affinity?.podAffinity?.[REQUIRED]?.[0]
        ?.matchLabelKeys,
    ).toEqual(['rev']);
  });
  test('and a pod without labels has none', () => {
    expect(merged(podWith(needs({ matchLabelKeys: ['rev'] })))).toEqual([web]);
  });
});

describe('label keys are not merged again', () => {
  const old = (): KubernetesObject =>
    admitted(labelled(needs({ matchLabelKeys: ['rev'], mismatchLabelKeys: ['tenant'] })));
  const once = [{ ...web, matchExpressions: [is('rev', '7'), isNot('tenant', 'red')] }];

  test('when the pod is updated, whatever became of its labels', () => {
    const next = structuredClone(old());
    next.metadata.labels = { rev: '8' };
    expect(merged(next, { operation: 'update', old: old() })).toEqual(once);
  });
  test('when an exported pod is imported, whatever became of its labels', () => {
    const exported = structuredClone(old());
    Object.assign(exported.metadata, { uid: 'u', labels: { rev: '8' } });
    expect(merged(exported, { operation: 'import' })).toEqual(once);
  });
  test('when its uid was taken off', () => {
    expect(merged(structuredClone(old()), { operation: 'import' })).toEqual(once);
  });
  test('when it comes from a server that left spread constraints to the scheduler', () => {
    const pod = labelled(spread({ labelSelector: web, matchLabelKeys: ['rev'] }), { uid: 'u' });
    expect(merged(pod, { operation: 'import' })).toEqual([web]);
  });
});

test('a pod that was written by hand is imported with its label keys merged', () => {
  expect(
    merged(labelled(needs({ matchLabelKeys: ['rev'], labelSelector: { matchExpressions: [is('tier', 'a')] } })), {
      operation: 'import',
    }),
  ).toEqual([{ matchExpressions: [is('tier', 'a'), is('rev', '7')] }]);
});

describe('label keys are refused', () => {
  const at = `spec.affinity.podAffinity.${REQUIRED}[0]`;
  const twice = 'exists in both matchLabelKeys and labelSelector';
  const cases: [name: string, spec: object, problems: string[]][] = [
    [
      'without a selector',
      needs({ labelSelector: undefined, matchLabelKeys: ['rev', 'a b'], mismatchLabelKeys: ['tenant'] }),
      [
        `${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
        `${at}.mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
      ],
    ],
    [
      'in both lists',
      needs({ matchLabelKeys: ['gone', 'rev'], mismatchLabelKeys: ['rev'] }),
      [
        `${at}[1]: Invalid value: "rev": ${twice}`,
        `${at}.matchLabelKeys[1]: Invalid value: "rev": exists in both matchLabelKeys and mismatchLabelKeys`,
      ],
    ],
    [
      'that labels of the selector have',
      needs({ matchLabelKeys: ['rev', 'app'] }),
      [`${at}[1]: Invalid value: "app": ${twice}`],
    ],
    [
      'that an expression of the selector has',
      needs({ labelSelector: { matchExpressions: [is('rev', '7')] }, matchLabelKeys: ['rev'] }),
      [`${at}[0]: Invalid value: "rev": ${twice}`],
    ],
    ['named twice', needs({ matchLabelKeys: ['rev', 'rev'] }), [`${at}[1]: Invalid value: "rev": ${twice}`]],
    [
      'of a constraint, likewise',
      spread({ labelSelector: web, matchLabelKeys: ['app'] }),
      [`spec.topologySpreadConstraints[0][0]: Invalid value: "app": ${twice}`],
    ],
    [
      'of a constraint without a selector',
      spread({ matchLabelKeys: ['rev'] }),
      [
        'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when ' +
          'labelSelector is not set',
      ],
    ],
    ['not where only the keys not to match are in the selector', needs({ mismatchLabelKeys: ['app'] }), []],
    [
      'not where the pod lacks the label',
      needs({ labelSelector: { matchExpressions: [is('gone', '7')] }, matchLabelKeys: ['gone'] }),
      [],
    ],
  ];
  test.each(cases)('%s', (_name, spec, problems) => expect(problemsOf(labelled(spec))).toEqual(problems));

  test('that are no label names', () => {
    expect(
      problemsOf(labelled(needs({ matchLabelKeys: ['a b'], mismatchLabelKeys: ['c d'] }))).map(
        (problem) => problem.split(': ')[0],
      ),
    ).toEqual([`${at}.matchLabelKeys[0]`, `${at}.mismatchLabelKeys[0]`]);
  });
});
