import { admitted, inNamespace, objectOf, problemsOf, updateProblemsOf } from '../../testing/admission.js';

const claim = (spec: object = {}, status?: object) =>
  inNamespace(
    objectOf('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
      ...(status && { status }),
    }),
  );

test('a new claim is protected, and one that is somewhere already is what it is', () => {
  expect(admitted(claim()).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
  const imported = claim();
  imported.metadata.uid = 'u';
  expect(admitted(imported, { operation: 'import' }).metadata.finalizers).toBeUndefined();
});

test('what a claim begins with is said in both fields', () => {
  const source = { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'a' };
  const spec = admitted(claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'a' } }))['spec'];
  expect(spec).toMatchObject({ dataSource: source, dataSourceRef: source });
  expect(problemsOf(claim({ dataSourceRef: { kind: 'X', name: '' } }))).toContain(
    'spec.dataSourceRef.name: Required value',
  );
});

test('a source in another namespace is a field that is off', () => {
  const dataSourceRef = { kind: 'PersistentVolumeClaim', name: 'a', namespace: 'other' };
  expect(admitted(claim({ dataSourceRef }))['spec']).not.toHaveProperty('dataSourceRef');
});

test('an access mode is named', () => {
  expect(problemsOf(claim({ accessModes: [''] }))).toEqual([
    expect.stringContaining('spec.accessModes: Unsupported value: "": supported values: "ReadOnlyMany"'),
  ]);
});

test('the class in its annotation stays', () => {
  const annotated = { ...claim(), metadata: { name: 'a', namespace: 'n', annotations: { [BETA]: 'x' } } };
  expect(updateProblemsOf(claim(), annotated)).toEqual([
    `metadata.annotations.${BETA}: Invalid value: "x": field is immutable`,
  ]);
});

const BETA = 'volume.beta.kubernetes.io/storage-class';

test('the amount in its status is none below zero', () => {
  const old = admitted(claim());
  const after = { ...structuredClone(old), status: { capacity: { storage: '-1' } } };
  expect(problemsOf(after, { operation: 'update', subresource: 'status', old })).toEqual([
    'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
  ]);
});

test('what changed in it is reported as by the API server', () => {
  expect(updateProblemsOf(claim(), claim({ accessModes: ['ReadOnlyMany'] }))).toEqual([
    expect.stringContaining('bound claims\n@@ -1,6 +1,6 @@\n {\n  "AccessModes": [\n-  "ReadWriteOnce"\n'),
  ]);
});
