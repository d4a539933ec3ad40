import { JudgedField } from '#apimachinery';
import { checkEphemeralContainers, checkResize } from './subresource-rules.js';
import type { Pod } from './type.js';

const pod = (spec: object): Pod => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
const debugging = (...images: string[]): Pod =>
  pod({ ephemeralContainers: images.map((image, index) => ({ name: `debug-${index}`, image })) });
const sized = (cpu: string, more: object = {}): Pod =>
  pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } }, ...more }] });

function problemsOf(check: typeof checkResize, now: Pod, before: Pod): readonly string[] {
  const root = JudgedField.root();
  check(now, before, root);
  return root.problems.map(({ field, message }) => `${field}: ${message.trim()}`);
}

test.each<readonly [what: string, now: Pod, before: Pod, problem: string | undefined]>([
  ['one more', debugging('a', 'b'), debugging('a'), undefined],
  ['one less', debugging(), debugging('a'), 'existing ephemeral containers "debug-0" may not be removed'],
  ['another image', debugging('b'), debugging('a'), 'existing ephemeral containers "debug-0" may not be changed'],
])('ephemeral containers: %s', (_, now, before, problem) => {
  const want = problem === undefined ? [] : [expect.stringContaining(problem)];
  expect(problemsOf(checkEphemeralContainers, now, before)).toEqual(want);
});

test.each<readonly [what: string, now: Pod, before: Pod, problem: string | undefined]>([
  ['more CPU', sized('2'), sized('1'), undefined],
  ['another image', sized('2', { image: 'other' }), sized('1'), 'only cpu and memory resources are mutable'],
  [
    'another policy',
    sized('2', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    sized('1'),
    'spec: Forbidden: only cpu and memory resources are mutable',
  ],
  [
    'another name',
    sized('1', { name: 'd' }),
    sized('1'),
    'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
  ],
  [
    'no request for memory any more',
    pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] }),
    pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1', memory: '1Gi' } } }] }),
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ],
  [
    'on a node that reports no sizes',
    sized('2'),
    { ...sized('1'), status: { containerStatuses: [{ name: 'c', state: { running: {} } }] } },
    'Pod running on node without support for resize',
  ],
  [
    'another class',
    pod({
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' }, limits: { cpu: '1', memory: '1' } } }],
    }),
    pod({ containers: [{ name: 'c', image: 'i' }] }),
    'Pod QOS Class may not change',
  ],
  ['a container less', pod({ containers: [] }), pod({ containers: [{ name: 'c', image: 'i' }] }), 'may not be added'],
])('a resize: %s', (_, now, before, problem) => {
  const want = problem === undefined ? [] : [expect.stringContaining(problem)];
  expect(problemsOf(checkResize, now, before)).toEqual(want);
});
