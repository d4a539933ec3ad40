import { patchedObject } from './patched-object.js';

const CURRENT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { x: 'y' } };

test('a patch may take away the kind', () => {
  const outcome = patchedObject(CURRENT, { type: 'merge', patch: { kind: null } });
  expect(outcome).toMatchObject({ value: { kind: 'ConfigMap' } });
});

test('what a merge patch makes undecodable is refused with the whole object', () => {
  const outcome = patchedObject(CURRENT, { type: 'merge', patch: { metadata: { resourceVersion: 5 } } });
  expect(outcome).toMatchObject({
    refusal: {
      undecodable: expect.stringContaining('ObjectMeta.metadata.resourceVersion of type string') as string,
      patched: expect.stringContaining('"data":{"x":"y"}') as string,
    },
  });
});
