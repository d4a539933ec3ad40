import { admit, type KubernetesObject } from '../index.js';
import { describeProblem } from '#apimachinery';
import { creating, inNamespace, objectOf, podWith } from '../testing/admission.js';
import type { LeftOut } from './index.js';

const observed = (object: KubernetesObject): KubernetesObject => ({
  ...structuredClone(object),
  metadata: { ...structuredClone(object.metadata), uid: 'u' },
});

/** What becomes of an object of a dump: what is left out of it, or why it is refused. */
function imported(object: KubernetesObject, leavesOut: LeftOut = 'immaterial') {
  const result = admit(object, { ...creating, operation: 'import', onlyTells: true, leavesOut });
  if (!('object' in result)) return 'problems' in result ? result.problems.map(describeProblem) : result.forbidden;
  return { object: result.object, leftOut: result.remarks.map(({ field }) => field) };
}

const node = (fields: object, metadata: object = {}): KubernetesObject => {
  const object = observed(objectOf('v1', 'Node', { status: { capacity: { cpu: '4' } }, ...fields }));
  return { ...object, metadata: { ...object.metadata, ...metadata } };
};
const HIDDEN = '***HIDDEN***';

test('what goes for want of a field that went is said with that field, once', () => {
  const pod = observed(podWith({ hostAliases: [{ ip: HIDDEN, hostnames: ['a'] }] }));
  const result = admit(pod, { ...creating, operation: 'import', onlyTells: true, leavesOut: 'immaterial' });
  expect('remarks' in result && result.remarks).toEqual([
    {
      field: 'spec.hostAliases[0].ip',
      message:
        'Invalid value: "***HIDDEN***": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff); ' +
        'placement does not read the field, and it is left out, with spec.hostAliases[0]',
    },
  ]);
});

describe('a field that is wrong and that placement does not read is left out of', () => {
  const cases: [name: string, object: KubernetesObject, leftOut: string[]][] = [
    [
      'a node: its ranges',
      node({ spec: { podCIDR: `${HIDDEN}/25`, podCIDRs: [`${HIDDEN}/25`] } }),
      ['spec.podCIDRs[0]', 'spec.podCIDR'],
    ],
    [
      'a node: what has not the type of its field',
      node({
        status: {
          daemonEndpoints: { kubeletEndpoint: { Port: HIDDEN } },
          conditions: [{ type: 'Ready', lastHeartbeatTime: HIDDEN }],
        },
      }),
      ['status.daemonEndpoints.kubeletEndpoint.Port', 'status.conditions[0].lastHeartbeatTime'],
    ],
    ['a node: when it was created', node({}, { creationTimestamp: 'REDACTED' }), ['metadata.creationTimestamp']],
    [
      'an object whose uid was blanked: when it was created',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default', creationTimestamp: HIDDEN } },
      ['metadata.creationTimestamp'],
    ],
    [
      'a pod: when its container was started',
      {
        ...observed(podWith({})),
        status: { containerStatuses: [{ name: 'c', image: 'i', state: { running: { startedAt: HIDDEN } } }] },
      },
      ['status.containerStatuses[0].state.running.startedAt'],
    ],
    [
      'a node: an annotation',
      node({}, { annotations: { [HIDDEN]: 'x', ok: 'y' } }),
      [`metadata.annotations.${HIDDEN}`],
    ],
    [
      'a pod: a volume without a name in it, and what mounts it',
      observed(
        podWith({
          volumes: [
            { name: 'v', configMap: {} },
            { name: 'w', emptyDir: {} },
          ],
          containers: [
            {
              name: 'c',
              image: 'i',
              volumeMounts: [
                { name: 'v', mountPath: '/v' },
                { name: 'w', mountPath: '/w' },
              ],
            },
          ],
        }),
      ),
      ['spec.volumes[0].configMap', 'spec.containers[0].volumeMounts[0].name'],
    ],
    [
      'a pod: addresses, variables, probes',
      observed(
        podWith({
          hostAliases: [{ ip: HIDDEN, hostnames: ['a'] }],
          dnsConfig: { nameservers: [HIDDEN] },
          containers: [{ name: 'c', image: 'i', env: [{ name: 'a=b' }], livenessProbe: { exec: {} } }],
        }),
      ),
      [
        'spec.containers[0].env[0].name',
        'spec.containers[0].livenessProbe.exec',
        'spec.dnsConfig.nameservers[0]',
        'spec.hostAliases[0].ip',
      ],
    ],
    [
      'a service: its addresses and ports',
      observed(
        inNamespace(
          objectOf('v1', 'Service', {
            spec: {
              selector: { a: 'b' },
              ports: [
                { name: 'a', port: 0 },
                { name: 'b', port: 80 },
              ],
            },
          }),
        ),
      ),
      ['spec.ports[0].port', 'spec.ports[0].targetPort'],
    ],
  ];
  test.each(cases)('%s', (_name, object, leftOut) => {
    const done = imported(object);
    expect(done).toMatchObject({ leftOut });
    // What is left is sound: it changes nothing more when it comes again.
    const { object: sound } = done as { readonly object: KubernetesObject };
    expect(imported(structuredClone(sound))).toEqual({ object: sound, leftOut: [] });
  });
});

test('its name and what is wrong with it are said', () => {
  const result = admit(node({ spec: { podCIDRs: ['x'] } }), {
    ...creating,
    operation: 'import',
    onlyTells: true,
    leavesOut: 'immaterial',
  });
  expect(result).toMatchObject({
    remarks: [
      {
        field: 'spec.podCIDRs[0]',
        message:
          'Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64); placement does not ' +
          'read the field, and it is left out',
      },
    ],
  });
});

describe('refused is', () => {
  const tainted = (): KubernetesObject => node({ spec: { podCIDRs: ['x'], taints: [{ key: 'a', effect: 'Never' }] } });

  test('what placement reads, with all that is wrong', () =>
    expect(imported(tainted())).toEqual([
      expect.stringMatching(/^metadata.taints\[0\].effect: Unsupported value: "Never"/),
      expect.stringMatching(/^spec.podCIDRs\[0\]: Invalid value: "x"/),
    ]));
  test('unless all that is wrong goes: a node keeps the rest', () =>
    expect(imported(tainted(), 'all')).toMatchObject({ leftOut: expect.arrayContaining(['spec.podCIDRs[0]']) }));
  test('a label, which goes alone', () => {
    const labelled = node({}, { labels: { zone: 'a', host: HIDDEN } });
    expect(imported(structuredClone(labelled))).toEqual([expect.stringMatching(/^metadata.labels: Invalid value/)]);
    expect(imported(labelled, 'all')).toMatchObject({
      object: { metadata: { labels: { zone: 'a' } } },
      leftOut: ['metadata.labels.host'],
    });
  });
  test('what has no name', () => expect(imported(node({}, { name: '' }), 'all')).toHaveLength(1));
  test('what was not observed', () => {
    const { metadata: _, ...fields } = node({ spec: { podCIDRs: ['x'] }, status: undefined });
    expect(imported({ ...fields, metadata: { name: 'a' } })).toHaveLength(1);
  });
});

describe('what a scheduler can read stays as it is, where what is unreadable goes, of', () => {
  const withRequests = (resources: object): KubernetesObject =>
    observed(podWith({ containers: [{ name: 'c', image: 'i', resources }] }));
  const service = observed(inNamespace(objectOf('v1', 'Service', { spec: { selector: { app: 'a' } } })));
  const set = observed(
    inNamespace(objectOf('apps/v1', 'ReplicaSet', { spec: { selector: { matchLabels: { app: 'a' } } } })),
  );
  test.each<[name: string, object: KubernetesObject, kept: object]>([
    [
      'a pod: amounts without a limit',
      withRequests({ requests: { 'nvidia.com/gpu': '2' } }),
      { spec: { containers: [{ resources: { requests: { 'nvidia.com/gpu': '2' } } }] } },
    ],
    [
      'a pod: amounts below 0',
      withRequests({ requests: { cpu: '-1' } }),
      { spec: { containers: [{ resources: { requests: { cpu: '-1' } } }] } },
    ],
    [
      'a pod: huge pages alone',
      withRequests({ limits: { 'hugepages-2Mi': '4Mi' } }),
      { spec: { containers: [{ resources: { limits: { 'hugepages-2Mi': '4Mi' } } }] } },
    ],
    ['a service: its selector', service, { spec: { selector: { app: 'a' } } }],
    ['a set: its selector', set, { spec: { selector: { matchLabels: { app: 'a' } } } }],
  ])('%s', (_, object, kept) => {
    const result = imported(object, 'unreadable');
    expect(result).toMatchObject({ object: kept });
    expect((result as { leftOut: string[] }).leftOut.length).toBeGreaterThan(0);
  });

  test('a pod: amounts that are none go', () => {
    const result = imported(withRequests({ requests: { cpu: HIDDEN, memory: '1Gi' } }), 'unreadable');
    expect(result).toMatchObject({
      object: { spec: { containers: [{ resources: { requests: { memory: '1Gi' } } }] } },
    });
    expect(JSON.stringify(result)).not.toContain(`"cpu":"${HIDDEN}"`);
  });
});
