import { undecodable } from './index.js';

const POD = { apiVersion: 'v1', kind: 'Pod' };

describe('what has not the type of its field is reported as by the decoder of the API server', () => {
  const field = (type: string, of: string) => `json: cannot unmarshal ${type} into Go struct field ${of}`;
  const cases: [kind: string, object: object, sentence: string][] = [
    ['Node', { spec: { unschedulable: 'no' } }, field('string', 'NodeSpec.spec.unschedulable of type bool')],
    ['PriorityClass', { value: 1.5 }, field('number 1.5', 'PriorityClass.value of type int32')],
    ['Pod', { spec: { priority: 3e9 } }, field('number 3000000000', 'PodSpec.spec.priority of type int32')],
    ['Pod', { spec: [] }, field('array', 'Pod.spec of type v1.PodSpec')],
    ['Pod', { spec: { containers: {} } }, field('object', 'PodSpec.spec.containers of type []v1.Container')],
    ['Pod', { spec: { containers: ['a'] } }, field('string', 'PodSpec.spec.containers of type v1.Container')],
    ['Pod', { metadata: { labels: { a: true } } }, field('bool', 'ObjectMeta.metadata.labels of type string')],
    [
      'Pod',
      { spec: { containers: [{ livenessProbe: { httpGet: { port: {} } } }] } },
      field('object', 'HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32'),
    ],
    [
      'Pod',
      { metadata: { creationTimestamp: 'yesterday' } },
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    ['Secret', { data: { a: 'YQ=' } }, 'illegal base64 data at input byte 3'],
    ['Secret', { data: { a: 'YWJjZ' } }, 'illegal base64 data at input byte 4'],
    ['Secret', { data: { a: 'Y\nW' } }, 'illegal base64 data at input byte 1'],
    ['Secret', { data: { a: 'YQ=x' } }, 'illegal base64 data at input byte 2'],
    ['Secret', { data: { a: 'a-b=' } }, 'illegal base64 data at input byte 1'],
    [
      'Pod',
      { spec: { hostNetwork: 'yes', overhead: { cpu: '1x' } } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ];
  test.each(cases)('%s %j', (kind, object, sentence) => {
    const apiVersion = kind === 'PriorityClass' ? 'scheduling.k8s.io/v1' : 'v1';
    expect(undecodable(object, { apiVersion, kind })?.sentence).toBe(sentence);
  });

  test('all of it, by field', () => {
    const read = undecodable({ spec: { hostNetwork: 1, containers: [{ name: 2 }] } }, POD);
    expect(read?.problems.map(({ field: where }) => where)).toEqual(['spec.hostNetwork', 'spec.containers[0].name']);
  });

  test('nothing where all is well, and null is nothing', () => {
    const spec = { priority: null, containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] };
    expect(undecodable({ metadata: { labels: null }, spec, unknown: 1 }, POD)).toBeUndefined();
  });
});
