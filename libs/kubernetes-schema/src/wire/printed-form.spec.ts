import { dropZeros, printZeros } from './printed-form.js';

const pod = { apiVersion: 'v1', kind: 'Pod' };

describe('what is zero', () => {
  const cases: [what: string, given: object, left: object][] = [
    ['goes where Go omits it', { spec: { hostNetwork: false, hostname: '' } }, { spec: {} }],
    ['stays behind a pointer', { spec: { enableServiceLinks: false } }, { spec: { enableServiceLinks: false } }],
    ['stays where it is printed', { spec: { containers: [{ name: '' }] } }, { spec: { containers: [{ name: '' }] } }],
    [
      'goes from embedded structures',
      { spec: { ephemeralContainers: [{ name: 'a', tty: false }] } },
      { spec: { ephemeralContainers: [{ name: 'a' }] } },
    ],
  ];
  test.each(cases)('%s', (_what, given, left) => {
    const object = structuredClone(given) as Record<string, unknown>;
    dropZeros(object, pod);
    expect(object).toEqual(left);
  });
});

describe('what is always printed is added', () => {
  test('to a condition', () => {
    const object: Record<string, unknown> = { metadata: {}, spec: {}, status: { conditions: [{ type: 'a' }] } };
    printZeros(object, { apiVersion: 'v1', kind: 'Namespace' });
    expect(object).toEqual({
      metadata: {},
      spec: {},
      status: { conditions: [{ type: 'a', status: '', lastTransitionTime: null }] },
    });
  });
  test('as a structure with what is printed of it', () => {
    const object: Record<string, unknown> = { metadata: {}, value: 1 };
    printZeros(object, { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttachment' });
    expect(object).toMatchObject({ spec: { attacher: '', source: {}, nodeName: '' }, status: { attached: false } });
  });
});
