import { admitted, podWith } from '../testing/admission.js';

const forAWhile = (name: string) => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
});
const NOT_READY = forAWhile('not-ready');
const UNREACHABLE = forAWhile('unreachable');
const PRESSED = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' };
const asking = { containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '1Gi' } } }] };

const tolerationsOf = (object: object): unknown => (object as { spec: { tolerations?: unknown } }).spec.tolerations;

describe('a pod tolerates that its node fails', () => {
  const cases: [name: string, given: object[], want: object[]][] = [
    ['for five minutes', [], [NOT_READY, UNREACHABLE]],
    [
      'as it says itself',
      [{ ...NOT_READY, tolerationSeconds: 7 }],
      [{ ...NOT_READY, tolerationSeconds: 7 }, UNREACHABLE],
    ],
    ['for ever, where it tolerates everything', [{ operator: 'Exists' }], [{ operator: 'Exists' }]],
    [
      'for five minutes, whatever it says of its placement',
      [{ ...PRESSED, key: NOT_READY.key }],
      [{ ...PRESSED, key: NOT_READY.key }, NOT_READY, UNREACHABLE],
    ],
    [
      'with every effect of that taint',
      [{ key: UNREACHABLE.key, operator: 'Exists' }],
      [{ key: UNREACHABLE.key, operator: 'Exists' }, NOT_READY],
    ],
  ];
  test.each(cases)('%s', (_name, tolerations, want) => {
    expect(tolerationsOf(admitted(podWith(structuredClone({ tolerations }))))).toEqual(want);
  });
});

test('an import without a uid is new here, and one with a uid keeps what it says', () => {
  const known = podWith();
  known.metadata.uid = 'u';
  expect(tolerationsOf(admitted(podWith(), { operation: 'import' }))).toEqual([NOT_READY, UNREACHABLE]);
  expect(tolerationsOf(admitted(known, { operation: 'import' }))).toBeUndefined();
});

test('a pod that is changed gets them too', () => {
  const known = podWith();
  known.metadata.uid = 'u';
  const old = admitted(structuredClone(known), { operation: 'import' });
  expect(tolerationsOf(admitted(known, { operation: 'update', old }))).toEqual([NOT_READY, UNREACHABLE]);
});

test('a pod that asks for something tolerates that memory is short, where that is asked for', () => {
  const memoryPressureTolerations = true;
  const all = [NOT_READY, UNREACHABLE, PRESSED];
  expect(tolerationsOf(admitted(podWith(structuredClone(asking)), { memoryPressureTolerations }))).toEqual(all);
  expect(tolerationsOf(admitted(podWith(), { memoryPressureTolerations }))).toEqual([NOT_READY, UNREACHABLE]);
  expect(tolerationsOf(admitted(podWith(structuredClone(asking))))).toEqual([NOT_READY, UNREACHABLE]);
});
