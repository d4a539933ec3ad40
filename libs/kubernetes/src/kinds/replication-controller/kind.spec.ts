import { admitted, inNamespace, objectOf } from '../../testing/admission.js';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

test('a replication controller takes labels and selector from its template', () => {
  expect(admitted(inNamespace(objectOf('v1', 'ReplicationController', { spec: { template } })))).toMatchObject({
    metadata: { labels: { app: 'a' } },
    spec: { replicas: 1, selector: { app: 'a' } },
  });
});
