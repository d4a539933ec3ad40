import { makePod } from '../../testing/index.js';
import { schedulingGates } from './plugin.js';

describe('SchedulingGates', () => {
  const cases: [name: string, gates: string[], want: string | null][] = [
    ['lets a pod without gates pass', [], null],
    ['holds back a pod with a gate', ['example.com/a'], 'waiting for scheduling gates: [example.com/a]'],
    ['names all gates as Go prints a list', ['b', 'a'], 'waiting for scheduling gates: [b a]'],
  ];
  test('lets a pod without spec pass', () => expect(schedulingGates.preEnqueue?.({}, undefined)).toBeNull());
  test('names a gate without name by nothing', () => {
    expect(
      schedulingGates.preEnqueue?.(makePod('p').with({ schedulingGates: [{ name: 'a' }, {}] }), undefined),
    ).toMatchObject({ reasons: ['waiting for scheduling gates: [a ]'] });
  });
  test.each(cases)('%s', (_name, gates, want) => {
    const answer = schedulingGates.preEnqueue?.(makePod('p').gates(...gates), undefined);
    expect(answer).toEqual(
      want === null ? null : { kind: 'rejected', code: 'UnschedulableAndUnresolvable', reasons: [want] },
    );
  });
});
