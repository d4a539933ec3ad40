import { appliedTo } from './applied.js';

const KIND = { apiVersion: 'apps/v1', kind: 'Deployment' };
const web = { name: 'web', image: 'nginx' };
const of = (spec: object): Record<string, unknown> => ({
  spec: { template: { spec: { containers: [web], ...spec } } },
});

/** An object as it was applied, with what else it has by now. */
const there = (applied: object, more: object): Record<string, unknown> & typeof KIND => ({
  ...KIND,
  metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied) } },
  ...more,
});

describe('what kubectl apply leaves', () => {
  const cases: [name: string, present: ReturnType<typeof there>, manifest: Record<string, unknown>, after: object][] = [
    [
      'is what the manifest says, and what else the object has',
      there({}, of({ hostNetwork: true, nodeSelector: { a: 'b' } })),
      of({ nodeSelector: { c: 'd' } }),
      of({ hostNetwork: true, nodeSelector: { a: 'b', c: 'd' } }),
    ],
    [
      'is without what the manifest before said alone',
      there(of({ nodeSelector: { a: 'b' }, hostPID: true }), of({ nodeSelector: { a: 'b', c: 'd' }, hostPID: true })),
      of({ nodeSelector: {} }),
      of({ nodeSelector: { c: 'd' } }),
    ],
    [
      'is without items that only the manifest before had',
      there(
        of({ containers: [web, { name: 'side' }] }),
        of({ containers: [web, { name: 'side' }, { name: 'injected' }] }),
      ),
      of({}),
      of({ containers: [web, { name: 'injected' }] }),
    ],
    [
      'is one member of a union',
      there({}, of({ volumes: [{ name: 'data', emptyDir: {} }] })),
      of({ volumes: [{ name: 'data', hostPath: { path: '/data' } }] }),
      of({ volumes: [{ name: 'data', hostPath: { path: '/data' } }] }),
    ],
    [
      'is without values that only the manifest before had',
      there({ metadata: { finalizers: ['a.b/c'] } }, { metadata: { finalizers: ['a.b/c', 'd.e/f'] } }),
      { metadata: { finalizers: [] } },
      { metadata: { finalizers: ['a.b/c', 'd.e/f'] } },
    ],
  ];
  test.each(cases)('%s', (_, present, manifest, after) => {
    expect(appliedTo(present, manifest)).toMatchObject({ value: { ...KIND, ...after } });
  });

  test('does not depend on an annotation that is no object', () => {
    const present = { ...KIND, metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{' } } };
    expect(appliedTo(present, of({}))).toMatchObject({ value: of({}) });
  });
});
