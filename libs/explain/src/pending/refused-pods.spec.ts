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

const told = ({ quota: name, pods, raises, admittedNow, admitted }: RefusingQuota): unknown[] => [
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
  expect(refusingQuotas(pods, quotas).map(told)).toEqual([
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
  expect(only && told(only)).toEqual(['team', 2, ['pods=4', 'requests.cpu=5'], 0, 2]);
  expect(only?.isComplete).toBe(true);
  expect(only?.sentence).toMatch(/lets all of them in\.$/);
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
