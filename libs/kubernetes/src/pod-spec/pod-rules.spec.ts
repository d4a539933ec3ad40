import { podWith, podWithContainer, problemsOf } from '../testing/admission.js';

describe('a container is refused for', () => {
  const cases: [container: object, problems: string[]][] = [
    [{ image: ' i ' }, ['image: Invalid value: " i ": must not have leading or trailing whitespace']],
    [
      { env: [{ name: 'a=b' }, {}] },
      [
        'env[0].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII ' +
          "characters other than '='",
        'env[1].name: Required value',
      ],
    ],
    [
      { env: [{ name: 'e', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
      ['env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
    ],
    [
      { env: [{ name: 'e', valueFrom: { fieldRef: { fieldPath: "metadata.name['a']" } } }] },
      [
        'env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name[\'a\']": error converting fieldPath: ' +
          "field label does not support subscript: metadata.name['a']",
      ],
    ],
    [
      { env: [{ name: 'e', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } } }] },
      [
        'env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 ' +
          'are supported with the cpu resource',
      ],
    ],
    [{ envFrom: [{}] }, ['envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`']],
    [{ livenessProbe: {} }, ['livenessProbe: Required value: must specify a handler type']],
    [
      { readinessProbe: { exec: { command: ['a'] }, tcpSocket: { port: 1 }, periodSeconds: -1 } },
      [
        'readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
        'readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      [
        'lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than ' +
          'terminationGracePeriodSeconds (30)',
      ],
    ],
    [
      { volumeDevices: [{ name: 'v', devicePath: '/dev/../x' }] },
      [
        'volumeDevices[0].name: Not found: "v"',
        'volumeDevices[0].devicePath: Invalid value: "/dev/../x": can not contain backsteps (\'..\')',
      ],
    ],
    [
      { securityContext: { runAsUser: -1, procMount: 'Other' } },
      [
        'securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'securityContext.procMount: Unsupported value: "Other": supported values: "Default", "Unmasked"',
      ],
    ],
    [
      { resources: { claims: [{ name: 'c' }] } },
      ['resources.claims[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims which is empty'],
    ],
  ];
  test.each(cases)('%j', (container, problems) =>
    expect(problemsOf(podWithContainer(container))).toEqual(problems.map((one) => `spec.containers[0].${one}`)),
  );
});

describe('a pod is refused for', () => {
  const cases: [spec: object, problems: string[]][] = [
    [
      { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/' } }] },
      ['volumes[0].hostPath: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      { volumes: [{ name: 'v', secret: { defaultMode: 1000 } }] },
      [
        'volumes[0].secret.secretName: Required value',
        'volumes[0].secret.defaultMode: Invalid value: 1000: must be a number between 0 and 0777 (octal), ' +
          'both inclusive',
      ],
    ],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] },
      [
        'volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when ' +
          'serviceAccountName is not set',
      ],
    ],
    [
      { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
      [
        'volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
        'volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
      ],
    ],
    [{ dnsPolicy: 'None' }, ['dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None']],
    [
      { hostAliases: [{ ip: 'x', hostnames: ['a'] }] },
      ['hostAliases[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      { os: { name: 'windows' }, securityContext: { runAsUser: 1 }, hostPID: true },
      [
        'hostPID: Forbidden: cannot be set for a windows pod',
        'securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
      ],
    ],
    [
      { hostUsers: false, containers: [{ name: 'c', image: 'i', volumeDevices: [{ name: 'v', devicePath: '/d' }] }] },
      [
        'containers[0].volumeDevices[0].name: Not found: "v"',
        'containers[0].volumeDevices: Forbidden: when `hostUsers` is false',
      ],
    ],
    [{ hostUsers: false, hostIPC: true }, ['HostIPC: Forbidden: when `hostUsers` is false']],
    [
      { resourceClaims: [{ name: 'a' }] },
      [
        'resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: ' +
          'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      ],
    ],
    [
      { initContainers: [{ name: 'i', image: 'i', readinessProbe: { exec: { command: ['a'] } } }] },
      ['initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always'],
    ],
    [{ ephemeralContainers: [{ name: 'e', image: 'i' }] }, ['ephemeralContainers: Forbidden: cannot be set on create']],
    [
      { securityContext: { sysctls: [{ name: 'net.x' }, { name: 'net.x' }] }, hostNetwork: true },
      [
        'securityContext.sysctls[0].name: Invalid value: "net.x": may not be specified when \'hostNetwork\' is true',
        'securityContext.sysctls[1].name: Duplicate value: "net.x"',
        'securityContext.sysctls[1].name: Invalid value: "net.x": may not be specified when \'hostNetwork\' is true',
      ],
    ],
  ];
  test.each(cases)('%j', (spec, problems) =>
    expect(problemsOf(podWith(spec))).toEqual(problems.map((one) => `spec.${one}`)),
  );

  test('a container that looks in later, when it is not new', () => {
    const pod = podWith({ ephemeralContainers: [{ name: 'e', image: 'i', ports: [{ containerPort: 1 }] }] });
    pod.metadata.uid = 'u';
    expect(problemsOf(pod, { operation: 'import' })).toEqual([
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
    ]);
  });
});
