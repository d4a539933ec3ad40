import { admit, faultsOf, type LimitRange } from '../index.js';
import type { LimitRangeItem } from '../kinds/limit-range/type.js';
import { admitted, creating, forbiddenBy, inNamespace, objectOf, podWith } from '../testing/admission.js';

const range = (...limits: LimitRangeItem[]): LimitRange => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'r', namespace: 'n' },
  spec: { limits },
});
const within = (...ranges: LimitRange[]) => ({ limitRanges: (namespace: string) => (namespace === 'n' ? ranges : []) });
const pod = (...resources: object[]) =>
  podWith({ containers: resources.map((one, index) => ({ name: `c${index}`, image: 'i', resources: one })) });
const claim = (storage: string) =>
  inNamespace(
    objectOf('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    }),
  );

describe('containers get what a range says by default', () => {
  const defaults = within(
    range({
      type: 'Container',
      default: { cpu: '1', memory: '256Mi' },
      defaultRequest: { cpu: '100m', memory: '64Mi' },
    }),
  );
  const set = (what: string) => ({ 'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${what}` });
  const cases: [name: string, given: object, completed: object, annotations: object | undefined][] = [
    [
      'all of it',
      {},
      { limits: { cpu: '1', memory: '256Mi' }, requests: { cpu: '100m', memory: '64Mi' } },
      set('cpu, memory request for container c0; cpu, memory limit for container c0'),
    ],
    [
      'but for what they say',
      { requests: { cpu: '200m' } },
      { limits: { cpu: '1', memory: '256Mi' }, requests: { cpu: '200m', memory: '64Mi' } },
      set('memory request for container c0; cpu, memory limit for container c0'),
    ],
    [
      'and nothing where their limits say everything',
      { limits: { cpu: '2', memory: '1Gi' } },
      { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '2', memory: '1Gi' } },
      undefined,
    ],
  ];
  test.each(cases)('%s', (_name, given, completed, annotations) => {
    const result = admitted(pod(structuredClone(given)), defaults);
    expect(result).toMatchObject({ spec: { containers: [{ resources: completed }] } });
    expect(result.metadata.annotations).toEqual(annotations);
  });

  test('and their class of service follows', () => {
    expect(admitted(pod({}), defaults)).toMatchObject({ status: { qosClass: 'Burstable' } });
  });

  test('not when the pod comes with a uid, or is there', () => {
    const known = pod({});
    known.metadata.uid = 'u';
    expect(admitted(known, { ...defaults, operation: 'import' })).toMatchObject({
      spec: { containers: [{ resources: {} }] },
      status: { qosClass: 'BestEffort' },
    });
    expect(
      admitted(pod({}), { ...defaults, operation: 'update', old: admitted(pod({})) }).metadata.annotations,
    ).toBeUndefined();
  });
});

describe('a pod outside of a range is refused, with all that is against it', () => {
  const bounds = { max: { cpu: '1', memory: '1Gi' }, min: { cpu: '50m' } };
  const part = { requests: { cpu: '400m', memory: '400Mi' }, limits: { cpu: '450m', memory: '450Mi' } };
  const cases: [name: string, item: LimitRangeItem, pod: ReturnType<typeof pod>, forbidden: string[]][] = [
    [
      'that says nothing',
      { type: 'Pod', ...bounds },
      pod({}),
      [
        'minimum cpu usage per Pod is 50m.  No request is specified',
        'maximum cpu usage per Pod is 1.  No limit is specified',
        'maximum memory usage per Pod is 1Gi.  No limit is specified',
      ],
    ],
    [
      'whose parts together are too much',
      { type: 'Pod', ...bounds },
      pod(part, part, part),
      [
        'maximum cpu usage per Pod is 1, but limit is 1350m',
        'maximum memory usage per Pod is 1Gi, but limit is 1350Mi',
      ],
    ],
    [
      'with one container that is too small',
      { type: 'Container', min: { cpu: '500m' } },
      pod({ requests: { cpu: '1' } }, { requests: { cpu: '1m' } }),
      ['minimum cpu usage per Container is 500m, but request is 1m'],
    ],
    [
      'whose limit is too many times its request',
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      pod({ requests: { cpu: '100m' }, limits: { cpu: '500m' } }),
      ['cpu max limit to request ratio per Container is 2, but provided ratio is 5.000000'],
    ],
    [
      'without the request that a ratio is of',
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      pod({}),
      ['cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'],
    ],
    [
      'without the limit that a ratio is of',
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      pod({ requests: { cpu: '1' } }),
      ['cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'],
    ],
  ];
  test.each(cases)('%s', (_name, item, object, forbidden) => {
    expect(forbiddenBy(object, within(range(item)))).toEqual({ step: 'LimitRanger', forbidden });
  });

  test('what is said of the pod as a whole counts before its parts', () => {
    const object = podWith({
      resources: { limits: { cpu: '1' }, requests: { cpu: '1' } },
      containers: [{ name: 'c', image: 'i' }],
    });
    expect(forbiddenBy(object, within(range({ type: 'Pod', max: { cpu: '1' } })))).toBeUndefined();
  });

  test('the first range that is against it has the word', () => {
    const ranges = within(range({ type: 'Container', max: { cpu: '1' } }), range({ type: 'Pod', max: { cpu: '1' } }));
    expect(forbiddenBy(pod({ limits: { cpu: '2' } }), ranges)?.forbidden).toEqual([
      'maximum cpu usage per Container is 1, but limit is 2',
    ]);
  });

  test('an import hears of it, and is kept', () => {
    const context = { ...creating, ...within(range({ type: 'Container', max: { cpu: '1' } })) };
    expect(admit(pod({ limits: { cpu: '2' } }), { ...context, operation: 'import', onlyTells: true })).toMatchObject({
      object: { kind: 'Pod' },
      reported: ['maximum cpu usage per Container is 1, but limit is 2 (LimitRange n/r)'],
    });
  });
});

describe('a claim outside of a range is refused', () => {
  const ofClaims = within(range({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }));
  test.each([
    ['too small', '1Mi', 'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi'],
    ['too large', '3Gi', 'maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi'],
  ])('%s', (_name, storage, reason) => {
    expect(forbiddenBy(claim(storage), ofClaims)).toEqual({ step: 'LimitRanger', forbidden: [reason] });
  });

  test('and not within it', () => expect(forbiddenBy(claim('1Gi'), ofClaims)).toBeUndefined());
});

describe('reports name the range, the API server does not', () => {
  const report = (given: object, ...limits: LimitRangeItem[]) =>
    faultsOf(admit(pod(given), { ...creating, ...within(range(...limits)) })).map(({ field, message }) => ({
      field,
      message,
    }));

  test('that objects', () => {
    expect(report({ requests: { cpu: '1' } }, { type: 'Container', min: { cpu: '2' } })).toEqual([
      { field: '', message: 'minimum cpu usage per Container is 2, but request is 1 (LimitRange n/r)' },
    ]);
  });

  test('whose defaults are in the way', () => {
    const [fault, ...others] = report({ requests: { cpu: '2' } }, { type: 'Container', default: { cpu: '1' } });
    expect(others).toEqual([]);
    expect(fault).toEqual({
      field: 'spec.containers[0].resources.requests',
      message: expect.stringMatching(/less than or equal to cpu limit.* \(with the defaults of LimitRange n\/r\)$/),
    });
  });

  test('none where it has no part in it', () => {
    const [fault] = report(
      { requests: { cpu: '2' }, limits: { cpu: '1' } },
      { type: 'Container', default: { cpu: '1' } },
    );
    expect(fault?.message).toMatch(/cpu limit/);
    expect(fault?.message).not.toContain('LimitRange');
  });
});
