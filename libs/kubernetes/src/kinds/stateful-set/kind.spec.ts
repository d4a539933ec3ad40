import { admitted, inNamespace, objectOf, problemsOf, updateProblemsOf } from '../../testing/admission.js';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const statefulSet = (spec: object = {}) =>
  inNamespace(
    objectOf('apps/v1', 'StatefulSet', { spec: { selector: { matchLabels: { app: 'a' } }, template, ...spec } }),
  );

test('a stateful set is completed with one replica, started in order, updated by rolling', () => {
  expect(admitted(structuredClone(statefulSet()))).toMatchObject({
    spec: {
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    },
  });
});

test('of a stateful set only a few fields change', () => {
  expect(updateProblemsOf(statefulSet(), statefulSet({ replicas: 3 }))).toEqual([]);
  expect(updateProblemsOf(statefulSet(), statefulSet({ serviceName: 's' }))).toEqual([
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', " +
      "'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and " +
      "'minReadySeconds' are forbidden",
  ]);
});

describe('a set counts no more pods than there are', () => {
  const of = (status: object) => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const old = admitted(inNamespace(objectOf('apps/v1', 'StatefulSet', { spec })));
    return problemsOf({ ...structuredClone(old), status }, { operation: 'update', subresource: 'status', old });
  };
  test('ready', () =>
    expect(of({ replicas: 1, readyReplicas: 2 })).toEqual([
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    ]));
  test('below zero', () => expect(of({ replicas: -1 })).toHaveLength(5));
});
