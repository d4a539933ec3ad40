import type { KubernetesObject } from '../metadata/index.js';
import { matchesFields, parseFieldSelector, selectableFields, selectedValue } from './index.js';

const pod = (parts: { spec?: object; status?: object } = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'n' },
  ...parts,
});

describe('parseFieldSelector reads', () => {
  const cases: [text: string, requirements: object[]][] = [
    ['', []],
    ['metadata.name=a', [{ field: 'metadata.name', operator: '=', value: 'a' }]],
    [
      'metadata.name==a,status.phase!=Failed',
      [
        { field: 'metadata.name', operator: '=', value: 'a' },
        { field: 'status.phase', operator: '!=', value: 'Failed' },
      ],
    ],
    ['spec.nodeName=', [{ field: 'spec.nodeName', operator: '=', value: '' }]],
    ['==,!=', []],
    [',spec.host=n1,', [{ field: 'spec.nodeName', operator: '=', value: 'n1' }]],
    ['metadata.name=a\\,b\\=c\\\\', [{ field: 'metadata.name', operator: '=', value: 'a,b=c\\' }]],
  ];
  test.each(cases)('%p', (text, requirements) => expect(parseFieldSelector(text, 'Pod')).toEqual({ requirements }));
});

describe('parseFieldSelector refuses', () => {
  const cases: [text: string, problem: string][] = [
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['spec.x=1', 'field label not supported: spec.x'],
    ['__proto__=1', 'field label not supported: __proto__'],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
    ['spec.x=1,a', "invalid selector: 'spec.x=1,a'; can't understand 'a'"],
    ['spec.x=1,spec.b=2', 'field label not supported: spec.b'],
    ['metadata.name=\\a', 'invalid field selector: invalid escape sequence: \\a'],
    ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
  ];
  test.each(cases)('%p', (text, problem) => expect(parseFieldSelector(text, 'Pod')).toEqual({ problem }));

  test('the namespace of kinds that have none, where they have fields of their own', () => {
    const problem = 'field label not supported: metadata.namespace';
    expect(parseFieldSelector('metadata.namespace=a', 'Node')).toEqual({ problem });
    expect(parseFieldSelector('metadata.namespace=a', 'CSINode')).toHaveProperty('requirements');
  });

  test('fields of other kinds, in the generic words', () => {
    expect(parseFieldSelector('spec.nodeName=a', 'CSINode')).toEqual({
      problem: '"spec.nodeName" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
    expect(selectableFields('CSINode')).toEqual(['metadata.name', 'metadata.namespace']);
  });
});

describe('matchesFields', () => {
  const cases: [selector: string, object: KubernetesObject, want: boolean][] = [
    ['metadata.name=a,metadata.namespace=n', pod(), true],
    ['metadata.name!=a', pod(), false],
    ['spec.nodeName=', pod(), true],
    ['spec.nodeName!=', pod({ spec: { nodeName: 'n1' } }), true],
    ['status.phase=Pending', pod({ status: { phase: 'Pending' } }), true],
    ['spec.hostNetwork=false', pod(), true],
    ['spec.hostNetwork=true', pod({ spec: { hostNetwork: true } }), true],
    ['', pod(), true],
  ];
  test.each(cases)('%p', (selector, object, want) => {
    const parsed = parseFieldSelector(selector, 'Pod');
    expect('requirements' in parsed && matchesFields(parsed.requirements, object)).toBe(want);
  });

  test('never looks at what every JavaScript object has', () => {
    expect(selectedValue(pod(), 'constructor.name')).toBe('');
  });
});
