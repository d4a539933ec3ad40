import { parseDuration } from '../fields/index.js';
import { readSchedulerConfiguration, type ReadConfigurationResult } from './read-configuration.js';

const HEADER = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };

function read(value: object): Exclude<ReadConfigurationResult, { readonly problems: unknown }> {
  const result = readSchedulerConfiguration({ ...HEADER, ...value });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result;
}

describe('the profiles of a configuration', () => {
  const cases: [name: string, value: object, sources: object[]][] = [
    ['none: the default one', {}, [{ schedulerName: 'default-scheduler' }]],
    ['an empty list: the default one', { profiles: [] }, [{ schedulerName: 'default-scheduler' }]],
    [
      'one without a name: the default name',
      { profiles: [{ percentageOfNodesToScore: 5 }] },
      [{ percentageOfNodesToScore: 5, schedulerName: 'default-scheduler' }],
    ],
    ['one that is null', { profiles: [null] }, [{ schedulerName: 'default-scheduler' }]],
    [
      'several, in their order',
      { profiles: [{ schedulerName: 'b' }, { schedulerName: 'a', plugins: {} }] },
      [{ schedulerName: 'b' }, { schedulerName: 'a', plugins: {} }],
    ],
  ];
  test.each(cases)('%s', (_name, value, sources) => {
    const { profiles } = read(value);
    expect(profiles.map(({ source }) => source)).toEqual(sources);
    expect(profiles.map(({ profile }) => profile.schedulerName)).toEqual(
      sources.map((source) => (source as { schedulerName: string }).schedulerName),
    );
  });

  test('queue sorts that say the same are the same, however they are written', () => {
    const plugins = { queueSort: { enabled: [{ name: 'PrioritySort' }] } };
    const other = { queueSort: { enabled: [{ name: 'PrioritySort', weight: 0 }], disabled: null } };
    const pluginConfig = [
      { name: 'NodeName', args: { a: 1 } },
      { name: 'PrioritySort', args: { b: 2 } },
    ];
    expect(
      read({
        profiles: [
          { schedulerName: 'a', plugins, pluginConfig },
          { schedulerName: 'b', plugins: other, pluginConfig: [pluginConfig[1]] },
        ],
      }).profiles,
    ).toHaveLength(2);
  });

  test('settings at their bounds are accepted', () => {
    expect(
      read({
        parallelism: 1,
        percentageOfNodesToScore: 100,
        podInitialBackoffSeconds: 10,
        podMaxBackoffSeconds: 10,
        clientConnection: { burst: 0 },
        leaderElection: { leaseDuration: '10.001s', resourceLock: 'leases' },
      }).ignored,
    ).toHaveLength(6);
    expect(read({ podInitialBackoffSeconds: 10, leaderElection: { resourceLock: '' } }).ignored).toHaveLength(2);
  });

  test('what is 64 bits wide for kube-scheduler is so here', () => {
    expect(read({ podInitialBackoffSeconds: 3_000_000_000, podMaxBackoffSeconds: 3_000_000_000 }).ignored).toHaveLength(
      2,
    );
    const { profiles } = read({
      profiles: [{ pluginConfig: [{ name: 'VolumeBinding', args: { bindTimeoutSeconds: 3_000_000_000 } }] }],
    });
    expect(profiles[0]?.profile.configuration.pluginConfig).toContainEqual({
      name: 'VolumeBinding',
      args: { bindTimeoutSeconds: 3_000_000_000 },
    });
  });
});

test.each<[string, number | undefined]>([
  ['0', 0],
  ['-0', -0],
  ['1s', 1000],
  ['+1.5s', 1500],
  ['-1h1m1s', -3_661_000],
  ['.5m', 30_000],
  ['2.h', 7_200_000],
  ['3ms', 3],
  ['250us', 0.25],
  ['250µs', 0.25],
  ['250μs', 0.25],
  ['1000000ns', 1],
  ['', undefined],
  ['1', undefined],
  ['s', undefined],
  ['1d', undefined],
  ['1s ', undefined],
  ['.s', undefined],
  ['--1s', undefined],
])('the duration %j is %p milliseconds', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));
