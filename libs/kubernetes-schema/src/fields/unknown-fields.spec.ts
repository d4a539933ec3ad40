import { dropUnknownFields, withoutUnknownFields } from './index.js';

const POD = { apiVersion: 'v1', kind: 'Pod' };

const pod = (spec: object): Record<string, unknown> => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', labels: { 'any key': 'x' } },
  spec,
});

describe('unknown fields', () => {
  test.each<[string, object, string[]]>([
    ['none', { containers: [{ name: 'a', image: 'b' }], nodeSelector: { any: 'x' } }, []],
    ['misspelt', { nodeSelectors: { a: 'b' } }, ['spec.nodeSelectors']],
    ['in another case', { Containers: [] }, ['spec.Containers']],
    ['in lists', { containers: [{}, { ports: [{ port: 1 }] }] }, ['spec.containers[1].ports[0].port']],
    ['with null', { strange: null }, ['spec.strange']],
    ['only the outer one', { foo: { bar: 1 }, affinity: { x: 1 } }, ['spec.foo', 'spec.affinity.x']],
    ['values of the wrong type', { containers: 'x', affinity: [1], nodeSelector: 1 }, []],
    ['the name of the prototype', JSON.parse('{"__proto__": {"x": 1}}') as object, ['spec.__proto__']],
  ])('%s', (_, spec, paths) => {
    const object = pod(spec);
    expect(dropUnknownFields(object, POD).map(({ path }) => path)).toEqual(paths);
    expect(dropUnknownFields(object, POD)).toEqual([]);
  });

  test('null in a list of objects is an object', () => {
    const object = pod({ containers: [null, { name: 'a', args: [null] }] });
    expect(dropUnknownFields(object, POD)).toEqual([]);
    expect(object).toEqual(pod({ containers: [{}, { name: 'a', args: [null] }] }));
  });

  test('what was meant is named', () => {
    const found = dropUnknownFields(pod({ nodeSelectors: {}, containers: [{ resources: { request: {} } }] }), POD);
    expect(found).toEqual([
      { path: 'spec.nodeSelectors', hint: ', did you mean nodeSelector?' },
      { path: 'spec.containers[0].resources.request', hint: ', did you mean requests?' },
    ]);
  });

  test('all else stays', () => {
    const object = pod({ containers: [{ name: 'a', img: 'b' }], zzz: 1 });
    dropUnknownFields(object, POD);
    expect(object).toEqual(pod({ containers: [{ name: 'a' }] }));
  });

  test('of what managers own nobody knows the fields', () => {
    const object = { metadata: { managedFields: [{ fieldsV1: { 'f:spec': {} }, manager: 'a' }] } };
    expect(dropUnknownFields(object, POD)).toEqual([]);
  });

  test('a copy without them leaves the object alone', () => {
    const known = pod({ containers: [] });
    expect(withoutUnknownFields(known, POD)).toBe(known);
    const other = pod({ containers: [], zzz: 1 });
    expect(withoutUnknownFields(other, POD)).toEqual(known);
    expect(other['spec']).toHaveProperty('zzz');
  });
});
