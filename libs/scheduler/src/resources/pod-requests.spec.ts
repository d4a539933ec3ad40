import { makePod, type PodBuilder } from '../testing/index.js';
import { podLoad } from './pod-load.js';
import { FOR_ACCOUNT, FOR_FILTER, podRequests, requestAmounts } from './pod-requests.js';

const GPU = 'nvidia.com/gpu';
const MI = 1n << 20n;

const amounts = (pod: PodBuilder, options = FOR_FILTER): Record<string, bigint> =>
  Object.fromEntries(requestAmounts(podRequests(pod, options)).map(({ name, exact }) => [name, exact]));

describe('a pod asks for', () => {
  const cases: [name: string, pod: PodBuilder, want: Record<string, bigint>][] = [
    ['nothing', makePod('p'), {}],
    [
      'the sum of its containers, added before it is rounded',
      makePod('p')
        .requests({ cpu: '500u' })
        .container({ resources: { requests: { cpu: '600u' } } }),
      { cpu: 2n },
    ],
    ['whole bytes', makePod('p').requests({ memory: '100m' }), { memory: 1n }],
    [
      'what is accounted for, and nothing else',
      makePod('p').requests({ cpu: 1, pods: 3, weird: 7, [GPU]: 2, 'hugepages-2Mi': '2Mi' }),
      { cpu: 1000n, [GPU]: 2n, 'hugepages-2Mi': 2n * MI },
    ],
    [
      'the most of its init containers',
      makePod('p')
        .requests({ cpu: 1 })
        .initContainer({ cpu: 2 })
        .initContainer({ cpu: 3, [GPU]: 1 }),
      { cpu: 3000n, [GPU]: 1n },
    ],
    ['its containers and sidecars', makePod('p').requests({ cpu: 1 }).sidecar({ cpu: 2 }), { cpu: 3000n }],
    [
      'an init container with the sidecars before it',
      makePod('p').requests({ cpu: 1 }).sidecar({ cpu: 2 }).initContainer({ cpu: 4 }),
      { cpu: 6000n },
    ],
    [
      'but not those behind it',
      makePod('p').requests({ cpu: 1 }).initContainer({ cpu: 4 }).sidecar({ cpu: 2 }),
      { cpu: 4000n },
    ],
    [
      'overhead on top',
      makePod('p')
        .initContainer({ cpu: 2 })
        .with({ overhead: { cpu: '100m', memory: '1Mi' } }),
      { cpu: 2100n, memory: MI },
    ],
    [
      'as a whole instead of its containers',
      makePod('p')
        .requests({ cpu: 3, memory: '1Mi', [GPU]: 1 })
        .podRequests({ cpu: 1, [GPU]: 9 })
        .with({ overhead: { cpu: 1 } }),
      { cpu: 2000n, memory: MI, [GPU]: 1n },
    ],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(amounts(pod)).toEqual(want));
});

describe('a pod that is being resized', () => {
  const resized = (pending?: string): PodBuilder =>
    makePod('p')
      .requests({ cpu: 2 })
      .withStatus({
        containerStatuses: [
          { name: 'c', resources: { requests: { cpu: 1, memory: '1Mi' } }, allocatedResources: { cpu: 3 } },
        ],
        ...(pending !== undefined && { conditions: [{ type: 'PodResizePending', reason: pending }] }),
      });
  const cases: [name: string, pod: PodBuilder, want: Record<string, bigint>][] = [
    ['takes the most of spec, status and what is allocated', resized(), { cpu: 3000n, memory: MI }],
    ['leaves out a spec that cannot be met', resized('Infeasible').requests({ cpu: 9 }), { cpu: 3000n, memory: MI }],
    ['keeps one that has to wait', resized('Deferred').requests({ cpu: 9 }), { cpu: 9000n, memory: MI }],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(amounts(pod, FOR_ACCOUNT)).toEqual(want));
  test('is filtered by its spec', () => expect(amounts(resized())).toEqual({ cpu: 2000n }));
});

describe('scoring counts', () => {
  const cases: [name: string, pod: PodBuilder, milliCpu: bigint, mebibytes: bigint][] = [
    ['an assumption for every container that states none', makePod('p').container({ name: 'd' }), 200n, 400n],
    ['an explicit 0 as 0', makePod('p').requests({ cpu: 0 }), 0n, 200n],
    ['init containers likewise', makePod('p').requests({ cpu: '50m' }).initContainer({}), 100n, 200n],
    ['pod-level requests instead, where they state the resource', makePod('p').podRequests({ cpu: '2' }), 2000n, 200n],
    [
      'what the containers state under pod-level requests of another',
      makePod('p').requests({ memory: '64Mi' }).container({}).podRequests({ cpu: '2' }),
      2000n,
      64n,
    ],
  ];
  test.each(cases)('%s', (_name, pod, milliCpu, mebibytes) => {
    const { nonZeroCpu, nonZeroMemory } = podLoad(pod);
    expect([nonZeroCpu.exact, nonZeroMemory.exact]).toEqual([milliCpu, mebibytes * MI]);
  });
});

test('a text that is no quantity is a RangeError', () =>
  expect(() => amounts(makePod('p').requests({ cpu: 'many' }))).toThrow(RangeError));
