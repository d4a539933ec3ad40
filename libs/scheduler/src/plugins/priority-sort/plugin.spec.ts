import { makePod } from '../../testing/index.js';
import { prioritySort } from './plugin.js';

describe('PrioritySort', () => {
  const pod = (priority: number | null, enteredAt: number) => ({
    pod: makePod('p').with(priority === null ? {} : { priority }),
    enteredAt,
  });
  const cases: [name: string, a: ReturnType<typeof pod>, b: ReturnType<typeof pod>, want: boolean][] = [
    ['higher priority first', pod(2, 9), pod(1, 1), true],
    ['lower priority last', pod(1, 1), pod(2, 9), false],
    ['of equal ones the earlier', pod(1, 1), pod(1, 2), true],
    ['not before itself', pod(1, 1), pod(1, 1), false],
    ['no priority is 0', pod(null, 2), pod(0, 1), false],
    ['negative priority is after none', pod(null, 2), pod(-1, 1), true],
  ];
  test.each(cases)('%s', (_name, a, b, want) => expect(prioritySort.less?.(a, b)).toBe(want));
});
