import fc from 'fast-check';

export const ZONE = 'topology.kubernetes.io/zone';
export const HOSTNAME = 'kubernetes.io/hostname';

/** Few values, so that things meet. */
export const app = fc.constantFrom('a', 'b', 'c');
export const namespace = fc.constantFrom('default', 'default', 'default', 'other');
/** The empty value is one of them. */
export const zone = fc.constantFrom('z1', 'z2', 'z3', '');
export const topologyKey = fc.constantFrom(ZONE, HOSTNAME, 'disk');

export const selector = fc.oneof(
  app.map((value) => ({ matchLabels: { app: value } })),
  fc
    .uniqueArray(app, { minLength: 1 })
    .map((values) => ({ matchExpressions: [{ key: 'app', operator: 'NotIn', values }] })),
  fc.constant({}),
);
/** Of namespaces: all, those of a team, those that say nothing of teams. */
export const namespaceSelector = fc.constantFrom(
  {},
  { matchLabels: { team: 'x' } },
  { matchExpressions: [{ key: 'team', operator: 'DoesNotExist' }] },
);

/** Present in one of four. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => presentOnceIn(4, arbitrary);
/** Present in one of ten. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => presentOnceIn(10, arbitrary);

function presentOnceIn<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}
