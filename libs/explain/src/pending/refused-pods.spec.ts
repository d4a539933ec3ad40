import { refusingQuotas, type QuotaObject, type RefusedPod, type RefusingQuota } from './refused-pods.js';

const quota = (name: string, hard: Record<string, string>, used: Record<string, string>): QuotaObject => ({
  metadata: { namespace: 'shop', name },
  spec: { hard },
  status: { used },
});

const refused = (name: string, by: string, requested: string): RefusedPod => ({
  namespace: 'shop',
  name,
  message: `pods "${name}" is forbidden: exceeded quota: ${by}, requested: ${requested}, used: cpu=4, limited: cpu=4`,
});

const reported = ({ quota: name, pods, raises, admittedNow, admitted }: RefusingQuota): unknown[] => [
  name,
  pods,
  raises.map(({ resource, to }) => `${resource}=${to}`),
  admittedNow,
  admitted,
];

test('quotas by how many pods they refused, each with the raise that lets all of them in', () => {
  const pods = [
    refused('a', 'small', 'cpu=1'),
    refused('b', 'large', 'cpu=2,pods=1'),
    refused('c', 'large', 'cpu=500m'),
    refused('d', 'large', 'pods=1'),
  ];
  const quotas = [
    quota('small', { cpu: '4' }, { cpu: '3500m' }),
    quota('large', { cpu: '8', pods: '10', memory: '1Gi' }, { cpu: '7500m', pods: '10', memory: '2Gi' }),
  ];
  expect(refusingQuotas(pods, quotas).map(reported)).toEqual([
    ['large', 3, ['cpu=10', 'pods=12'], 1, 3],
    ['small', 1, ['cpu=4500m'], 0, 1],
  ]);
  expect(refusingQuotas(pods, quotas)[0]?.sentence).toBe(
    'Quota shop/large refused 3 pods that are not there: to raise cpu from 8 to 10 and pods from 10 to 12 lets all ' +
      'of them in instead of 1. Its limits of other resources, which the refusals do not name, may refuse them.',
  );
});

test('the raise covers all that the pods ask of the quota, where that is known', () => {
  const usage = 'limits.cpu=3,pods=1,requests.cpu=2,requests.memory=1Gi';
  const pods = ['a', 'b'].map((name) => ({ ...refused(name, 'team', 'pods=1'), usage }));
  const hard = { pods: '2', 'requests.cpu': '3', 'requests.memory': '8Gi', 'limits.cpu': '6' };
  const [only] = refusingQuotas(pods, [quota('team', hard, { pods: '2', 'requests.cpu': '1' })]);
  expect(only && reported(only)).toEqual(['team', 2, ['pods=4', 'requests.cpu=5'], 0, 2]);
  expect(only?.isComplete).toBe(true);
  expect(only?.sentence).toMatch(/lets all of them in\.$/);
});

describe('a namespace with another quota', () => {
  const usage = 'limits.cpu=2,pods=1';
  const pods = ['a', 'b'].map((name) => ({ ...refused(name, 'team', 'pods=1'), usage }));
  const team = quota('team', { pods: '1' }, { pods: '1' });

  test('that has no room for the pods either is raised as well', () => {
    const found = refusingQuotas(pods, [team, quota('limits', { 'limits.cpu': '3' }, {})]);
    expect(found.map(reported)).toEqual([
      ['team', 2, ['pods=3'], 0, 2],
      ['limits', 2, ['limits.cpu=4'], 1, 2],
    ]);
    expect(found.map(({ sentence, isComplete }) => [isComplete, sentence])).toEqual([
      [true, expect.stringMatching(/lets all of them in\. Quota shop\/limits must be raised as well\.$/)],
      [true, expect.stringMatching(/^Quota shop\/limits has no room for 2 pods that another quota refused: /)],
    ]);
  });

  test('that refused others has to have room for all of them', () => {
    const other = { ...refused('c', 'limits', 'limits.cpu=1'), usage: 'limits.cpu=1,pods=1' };
    const found = refusingQuotas([...pods, other], [team, quota('limits', { 'limits.cpu': '4' }, {})]);
    expect(found.map(reported)).toEqual([
      ['team', 2, ['pods=4'], 0, 2],
      ['limits', 1, ['limits.cpu=5'], 1, 1],
    ]);
  });

  test('that has room for them is not listed', () => {
    expect(refusingQuotas(pods, [team, quota('limits', { 'limits.cpu': '4' }, {})]).map(reported)).toHaveLength(1);
  });

  test('that counts some pods only may refuse them', () => {
    const scoped: QuotaObject = { ...quota('scoped', { pods: '1' }, {}), spec: { hard: { pods: '1' }, scopes: ['X'] } };
    const [only, ...others] = refusingQuotas(pods, [team, scoped]);
    expect([only?.isComplete, others]).toEqual([false, []]);
    expect(only?.sentence).toMatch(/Quota shop\/scoped may refuse those that are in scope\.$/);
    const found = refusingQuotas([...pods, { ...refused('c', 'scoped', 'pods=1'), usage }], [team, scoped]);
    expect(found.map(({ quota: name, isComplete }) => [name, isComplete])).toEqual([
      ['team', false],
      ['scoped', false],
    ]);
  });
});

describe('a quota that counts some pods only, where the scopes of the pods are known', () => {
  const usage = 'limits.cpu=2,pods=1';
  const scopes = 'NotTerminating,NotBestEffort,PriorityClass=high';
  const pods = ['a', 'b'].map((name) => ({ ...refused(name, 'team', 'pods=1'), usage, scopes }));
  const team = quota('team', { pods: '1' }, { pods: '1' });
  const scoped = (rest: object): QuotaObject => ({
    ...quota('scoped', { pods: '1' }, {}),
    spec: { hard: { pods: '1' }, ...rest },
  });
  const classes = (operator: string, values?: string[]): object => ({
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, ...(values && { values }) }] },
  });

  test.each([
    ['a scope', { scopes: ['NotTerminating', 'NotBestEffort'] }],
    ['a class', classes('In', ['high', 'higher'])],
    ['all classes but one', classes('NotIn', ['low'])],
  ])('is raised as well, where it counts them: by %s', (_name, rest) => {
    const found = refusingQuotas(pods, [team, scoped(rest)]);
    expect(found.map((one) => [...reported(one), one.isComplete])).toEqual([
      ['team', 2, ['pods=3'], 0, 2, true],
      ['scoped', 2, ['pods=2'], 1, 2, true],
    ]);
    expect(found[0]?.sentence).toMatch(/lets all of them in\. Quota shop\/scoped must be raised as well\.$/);
  });

  test.each([
    ['a scope', { scopes: ['BestEffort'] }],
    ['a class', classes('In', ['low'])],
    ['pods without one', classes('DoesNotExist')],
  ])('is not asked about others: by %s', (_name, rest) => {
    const found = refusingQuotas(pods, [team, scoped(rest)]);
    expect(found.map((one) => [...reported(one), one.isComplete])).toEqual([['team', 2, ['pods=3'], 0, 2, true]]);
  });

  test('that refused some has to have room for all that it counts', () => {
    const other = { ...refused('c', 'scoped', 'pods=1'), usage, scopes };
    expect(refusingQuotas([...pods, other], [team, scoped({ scopes: ['NotBestEffort'] })]).map(reported)).toEqual([
      ['team', 2, ['pods=4'], 0, 2],
      ['scoped', 1, ['pods=3'], 1, 1],
    ]);
  });
});

test('a quota that has room by now says so, and one that is gone refuses nobody', () => {
  const pods = [refused('a', 'q', 'cpu=1'), refused('b', 'gone', 'cpu=1')];
  const [only, ...others] = refusingQuotas(pods, [quota('q', { cpu: '4' }, { cpu: '2' })]);
  expect([only?.raises, only?.admittedNow, others]).toEqual([[], 1, []]);
  expect(only?.sentence).toBe('Quota shop/q refused 1 pod that is not there, and has room for it by now.');
});

test('what was refused for what it did not say lacks no room', () => {
  const message = 'pods "a" is forbidden: failed quota: q: must specify cpu for: c';
  expect(refusingQuotas([{ namespace: 'shop', name: 'a', message }], [quota('q', { cpu: '4' }, {})])).toEqual([]);
});
