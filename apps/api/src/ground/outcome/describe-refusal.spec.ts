import { REFUSALS, type ObjectRef, type Refusal } from '#requests';
import { describeRefusal } from './describe-refusal.js';
import { ERROR_TABLE, ErrorCode } from './error-table.js';
import { kubernetesStatus } from './kubernetes-status.js';
import { problemDetails } from './problem-details.js';

const object: ObjectRef = { apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace: 'default', name: 'web' };
const problems = [
  { field: 'spec.replicas', reason: 'FieldValueInvalid', message: 'Invalid value: -1: must be at least 0' },
  { field: 'spec.selector', reason: 'FieldValueRequired', message: 'Required value' },
] as const;

const refusals: [Refusal, number, string, string][] = [
  [{ kind: 'ClusterNotFound', cluster: 'prod' }, 404, 'cluster "prod" not found', 'clusters "prod" not found'],
  [{ kind: 'ObjectNotFound', object }, 404, 'ReplicaSet "default/web" not found', 'replicasets.apps "web" not found'],
  [
    { kind: 'ObjectAlreadyExists', object },
    409,
    'ReplicaSet "default/web" exists already',
    'replicasets.apps "web" already exists',
  ],
  [
    { kind: 'ObjectInvalid', object, problems },
    422,
    'ReplicaSet "default/web" is not valid: spec.replicas: Invalid value: -1: must be at least 0; ' +
      'spec.selector: Required value',
    'ReplicaSet.apps "web" is invalid: [spec.replicas: Invalid value: -1: must be at least 0, ' +
      'spec.selector: Required value]',
  ],
  [
    { kind: 'UidConflict', object, given: 'a', current: 'b' },
    409,
    'ReplicaSet "default/web" is another object: uid "a" was given, it is "b"',
    'Operation cannot be fulfilled on replicasets.apps "web": StorageError: invalid object, Code: 4, ' +
      'Key: /registry/replicasets/default/web, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ' +
      'UID in precondition: a, UID in object meta: b',
  ],
  [{ kind: 'ManifestsUnreadable', message: 'bad', line: 7 }, 400, 'line 7: bad', 'line 7: bad'],
];

test.each(refusals)('%j', (refusal, status, detail, message) => {
  const described = describeRefusal(refusal);
  expect(problemDetails(described, { path: '/v1/x', id: 'r-1' })).toMatchObject({
    status,
    detail,
    instance: '/v1/x',
    requestId: 'r-1',
    code: described.code,
  });
  expect(kubernetesStatus(described, refusal)).toMatchObject({
    kind: 'Status',
    status: 'Failure',
    code: status,
    message,
    reason: ERROR_TABLE[described.code].reason,
  });
});

test('every problem is an entry, and a long list is shortened in words only', () => {
  const many = Array.from(
    { length: 7 },
    (_, index) => ({ field: `items[${index}]`, reason: 'FieldValueDuplicate', message: 'Duplicate value' }) as const,
  );
  const { detail, errors } = describeRefusal({ kind: 'InvalidRequest', problems: many });
  expect(errors).toHaveLength(7);
  expect(errors[6]).toEqual({ pointer: '/items/6', code: ErrorCode.FIELD_DUPLICATE, detail: 'Duplicate value' });
  expect(detail).toMatch(/items\[4\]: Duplicate value; and 2 more$/);
});

test('no two refusals share a code, and each has its line in the table', () => {
  const codes = Object.values(REFUSALS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(Object.keys(ERROR_TABLE)).toEqual(expect.arrayContaining(codes));
});
