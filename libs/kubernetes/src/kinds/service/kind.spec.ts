import { admitted, inNamespace, objectOf, problemFieldsOf } from '../../testing/admission.js';

const service = (port: object) => inNamespace(objectOf('v1', 'Service', { spec: { ports: [port] } }));

test('a service is completed with a type, and its ports with what they lead to', () => {
  expect(admitted(service({ port: 80 }))).toMatchObject({
    spec: { type: 'ClusterIP', sessionAffinity: 'None', ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] },
  });
});

test('a port of a service is one', () => {
  expect(problemFieldsOf(service({ port: 0 }))).toEqual(['spec.ports[0].port']);
});
