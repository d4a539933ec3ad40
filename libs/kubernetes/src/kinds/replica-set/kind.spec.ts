import { admitted, inNamespace, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const template = { metadata: { labels: { app: 'a', tier: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const replicaSet = (matchLabels: object) =>
  inNamespace(objectOf('apps/v1', 'ReplicaSet', { spec: { selector: { matchLabels }, template } }));

test('a replica set is completed with one replica and the defaults of its pods', () => {
  expect(admitted(structuredClone(replicaSet({ app: 'a' })))).toMatchObject({
    spec: { replicas: 1, template: { spec: { dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler' } } },
  });
});

test('the template of a replica set makes pods that it counts', () => {
  expect(problemFieldsOf(structuredClone(replicaSet({ app: 'b' })))).toEqual(['spec.template.metadata.labels']);
});

test('a replica set goes on counting the same', () => {
  expect(updateProblemFieldsOf(replicaSet({ app: 'a' }), replicaSet({ tier: 'b' }))).toEqual(['spec.selector']);
});
