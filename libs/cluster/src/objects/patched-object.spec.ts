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

test.each([
  [{ kind: 'Pod' }, 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
  [
    { apiVersion: 'v2' },
    'no kind "ConfigMap" is registered for version "v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
])('a patch that makes another kind of it is refused: %j', (patch, undecodable) => {
  const patched = expect.stringContaining('"data":{"x":"y"}') as string;
  expect(patchedObject(CURRENT, { type: 'merge', patch })).toMatchObject({ refusal: { undecodable, patched } });
});

test('unknown fields of a patched object are reported with the whole object', () => {
  let text = '';
  patchedObject(CURRENT, { type: 'merge', patch: { foo: 1 } }, ({ written }) => void (text = written));
  expect(JSON.parse(text)).toEqual({ ...CURRENT, foo: 1 });
});

test('an owner that a patch brings twice is one owner, and is reported', () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
  let uids: readonly string[] = [];
  const patch = { metadata: { ownerReferences: [owner, owner, { ...owner, name: 'q' }] } };
  const patched = patchedObject(
    CURRENT,
    { type: 'merge', patch },
    ({ duplicateOwners }) => void (uids = duplicateOwners),
  );
  expect(patched).toMatchObject({ value: { metadata: { ownerReferences: [owner, { ...owner, name: 'q' }] } } });
  expect(uids).toEqual(['u']);
});

test('a patch that takes the version away leaves no field that is known', () => {
  let fields: readonly string[] = [];
  const patched = patchedObject(CURRENT, { type: 'merge', patch: { apiVersion: null } }, ({ unknown }) => {
    fields = unknown.map(({ path }) => path);
    return undefined;
  });
  const message = 'the name of the object (a based on URL) was undeterminable: name must be provided';
  expect(patched).toMatchObject({ refusal: { kind: 'PatchFailed', message, answer: 'malformed' } });
  expect(fields).toContain('metadata');
});

test('a body that is no patch is refused where there is an object', () =>
  expect(patchedObject(CURRENT, { type: 'unread', problem: 'no JSON' })).toMatchObject({
    refusal: { kind: 'PatchFailed', message: 'no JSON', answer: 'malformed' },
  }));
