import { decodeObject, encodeObject, type NamedKind } from './envelope.js';

const ASKED: NamedKind = { apiVersion: 'v1', kind: 'Pod' };
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const pod = (spec: object): Buffer =>
  Buffer.from(encodeObject({ ...ASKED, metadata: { name: 'p' }, spec }, ASKED) ?? []);

describe('what Go leaves out and prints', () => {
  test('a zero is absent, unless it is one of a pointer or is always printed', () => {
    const spec = { hostNetwork: false, automountServiceAccountToken: false, priority: 0, containers: [{ name: 'a' }] };
    expect(decodeObject(pod(spec), ASKED)).toEqual({
      object: {
        ...ASKED,
        metadata: { name: 'p' },
        spec: { automountServiceAccountToken: false, priority: 0, containers: [{ name: 'a', resources: {} }] },
        status: {},
      },
    });
  });

  test('a time that is not set is null where it is printed', () => {
    const status = { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' }] };
    const bytes = Buffer.from(encodeObject({ ...ASKED, status }, ASKED) ?? []);
    const [condition] = status.conditions;
    expect(decodeObject(bytes, ASKED)).toMatchObject({
      object: { status: { conditions: [{ ...condition, lastProbeTime: null }] } },
    });
  });
});

describe('bytes that are no object', () => {
  const whole = pod({ nodeName: 'n' });
  const cases: [name: string, bytes: Uint8Array, problem: string][] = [
    ['none', bytesOf(''), 'empty data'],
    [
      'JSON',
      bytesOf('{"kind":"Pod"}'),
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    ['the prefix alone', bytesOf('k8s\0'), 'empty body'],
    ['an envelope that ends', whole.subarray(0, 12), 'unexpected EOF'],
    ['a field of another type', bytesOf('k8s\0\x12\x02\x08\x01'), 'proto: wrong wireType = 0 for field ObjectMeta'],
    ['a field of number 0', bytesOf('k8s\0\x12\x02\x00\x01'), 'proto: Pod: illegal tag 0 (wire type 0)'],
    ['an object that ends', bytesOf('k8s\0\x12\x02\x0a\x7f'), 'unexpected EOF'],
    [
      'groups in groups',
      bytesOf(`k8s\0\x12\x90\x4e${'\x7b'.repeat(10_000)}`),
      'proto: Pod: maximum recursion depth reached',
    ],
    [
      'very many values',
      bytesOf(`k8s\0\x12\x84\xea\x30\x12\x80\xea\x30${'\x12\x00'.repeat(400_000)}`),
      'the message holds more than 100000 values',
    ],
  ];
  test.each(cases)('%s', (_name, bytes, problem) => {
    expect(decodeObject(bytes, ASKED)).toMatchObject({ problem });
  });

  test('an object of an unknown kind is its kind alone', () => {
    const bytes = bytesOf('k8s\0\x0a\x0a\x0a\x02v1\x12\x04None\x12\x02\x0a\x00');
    expect(decodeObject(bytes, ASKED)).toEqual({ object: { apiVersion: 'v1', kind: 'None' } });
  });
});
