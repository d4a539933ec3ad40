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

test('how many pods may be missing is a field that is off', () => {
  const updateStrategy = { rollingUpdate: { maxUnavailable: 2 } };
  expect(admitted(statefulSet({ updateStrategy }))).toMatchObject({
    spec: {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: expect.not.objectContaining({ maxUnavailable: 2 }) },
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

describe('the template of a stateful set is judged as its pods will be', () => {
  const mounting = (spec: object, claims: object[]) => {
    const container = { name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/data' }] };
    const pods = { ...template, spec: { containers: [container], ...spec } };
    const volumeClaimTemplates = claims.map((metadata) => ({
      metadata,
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }));
    return problemsOf(statefulSet({ template: pods, volumeClaimTemplates }));
  };
  test('its claims are volumes', () => expect(mounting({}, [{ name: 'data' }])).toEqual([]));
  test('its claims replace volumes of their names', () =>
    expect(mounting({ volumes: [{ name: 'data', hostPath: {} }] }, [{ name: 'data' }])).toEqual([]));
  test('its controller sets hostname and subdomain', () =>
    expect(mounting({ hostname: 'a.b', subdomain: 'C' }, [{ name: 'data' }])).toEqual([]));
  test('what it mounts is there', () =>
    expect(mounting({}, [{ name: 'other' }])).toEqual([
      'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ]));
  test('other faults of the template are its own', () =>
    expect(mounting({ activeDeadlineSeconds: 5, nodeName: 'B_' }, [{ name: 'data' }])).toEqual([
      expect.stringMatching(/^spec.template.spec.nodeName: Invalid value: "B_"/),
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported',
    ]));
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
