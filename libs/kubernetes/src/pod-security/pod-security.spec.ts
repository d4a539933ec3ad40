import { podSecurityViolation, securityLabelFaults } from './pod-security.js';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const violation = (level: string, spec: object, container: object = {}, more: object = {}): string | undefined =>
  podSecurityViolation({ spec: { containers: [{ name: 'c', ...container }], ...spec } }, { [ENFORCE]: level, ...more });
const secured = (securityContext: object): object => ({ securityContext });
const strict = secured({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
const pod = secured({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });

test('an ordinary pod keeps to baseline, and one that says so to restricted', () => {
  expect(violation('baseline', {})).toBeUndefined();
  expect(violation('privileged', { hostPID: true })).toBeUndefined();
  expect(podSecurityViolation({ spec: { hostPID: true } }, undefined)).toBeUndefined();
  expect(violation('restricted', pod, strict)).toBeUndefined();
});

test('an ordinary pod violates restricted in four ways', () => {
  expect(violation('restricted', {})).toBe(
    'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "c" must set ' +
      'securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set ' +
      'securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set ' +
      'securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set ' +
      'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
});

test.each<[string, object, object, string]>([
  ['host namespaces', { hostNetwork: true, hostPID: true }, {}, 'host namespaces (hostNetwork=true, hostPID=true)'],
  ['hostPath', { volumes: [{ name: 'v', hostPath: { path: '/' } }] }, {}, 'hostPath volumes (volume "v")'],
  ['host ports', {}, { ports: [{ hostPort: 80 }] }, 'hostPort (container "c" uses hostPort 80)'],
  [
    'privileged containers',
    {},
    secured({ privileged: true }),
    'privileged (container "c" must not set securityContext.privileged=true)',
  ],
  [
    'capabilities',
    {},
    secured({ capabilities: { add: ['KILL', 'SYS_ADMIN'] } }),
    'non-default capabilities (container "c" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    'hosts of probes',
    {},
    { livenessProbe: { httpGet: { host: '10.0.0.1' } } },
    'probe or lifecycle host (container "c" uses probe or lifecycle host "10.0.0.1")',
  ],
  [
    'processes of the host',
    secured({ windowsOptions: { hostProcess: true } }),
    {},
    'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ],
  [
    'procMount',
    {},
    secured({ procMount: 'Unmasked' }),
    'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
  ],
  [
    'labels of SELinux',
    secured({ seLinuxOptions: { type: 'spc_t', user: 'u' } }),
    {},
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
  ],
  ['sysctls', secured({ sysctls: [{ name: 'kernel.sem' }] }), {}, 'forbidden sysctls (kernel.sem)'],
  [
    'unconfined processes',
    secured({ seccompProfile: { type: 'Unconfined' }, appArmorProfile: { type: 'Unconfined' } }),
    {},
    'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined"), ' +
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
])('baseline forbids %s', (_, spec, container, why) =>
  expect(violation('baseline', spec, container)).toBe(`violates PodSecurity "baseline:latest": ${why}`),
);

test.each<[string, object, object, string]>([
  [
    'volumes of other types, hostPath among them',
    {
      ...pod,
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'w', nfs: { server: 's', path: '/' } },
      ],
    },
    strict,
    'restricted volume types (volumes "v", "w" use restricted volume types "hostPath", "nfs")',
  ],
  [
    'root',
    { securityContext: { seccompProfile: { type: 'Localhost' }, runAsUser: 0, runAsNonRoot: true } },
    { securityContext: { ...(strict as { securityContext: object }).securityContext, runAsNonRoot: false } },
    'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false), ' +
      'runAsUser=0 (pod must not set runAsUser=0)',
  ],
  [
    'capabilities beyond NET_BIND_SERVICE',
    pod,
    secured({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE', 'CHOWN'] } }),
    'unrestricted capabilities (container "c" must not include "CHOWN" in securityContext.capabilities.add)',
  ],
])('restricted forbids %s', (_, spec, container, why) =>
  expect(violation('restricted', spec, container)).toBe(`violates PodSecurity "restricted:latest": ${why}`),
);

test('an older version of a standard has fewer rules, and Windows knows no privileges', () => {
  const probed = { livenessProbe: { tcpSocket: { host: 'h' } } };
  expect(violation('baseline', {}, probed, { [`${ENFORCE}-version`]: 'v1.33' })).toBeUndefined();
  expect(violation('restricted', { os: { name: 'windows' }, ...secured({ runAsNonRoot: true }) })).toBeUndefined();
});

test('what is no level is the strictest one, what is no version the latest, and both are faults of a namespace', () => {
  const wrong = { [`${ENFORCE}-version`]: '1.34' };
  expect(violation('strict', pod, {}, wrong)).toContain('violates PodSecurity "restricted:latest"');
  expect(securityLabelFaults({ [ENFORCE]: 'strict', ...wrong })).toEqual([
    { label: ENFORCE, value: 'strict', message: 'must be one of privileged, baseline, restricted' },
    { label: `${ENFORCE}-version`, value: '1.34', message: 'must be "latest" or "v1.x"' },
  ]);
  expect(securityLabelFaults({ [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'v1.34' })).toEqual([]);
});

describe('a version of a standard', () => {
  const of = (version: string): object => ({ [`${ENFORCE}-version`]: version });
  const sysctls = (name: string): object => secured({ sysctls: [{ name, value: '1' }] });

  test('has the rules of its time', () => {
    expect(violation('restricted', pod, strict, of('v1.22'))).toBeUndefined();
    expect(violation('restricted', secured({ runAsNonRoot: true }), strict, of('v1.18'))).toBeUndefined();
    const root = secured({ runAsNonRoot: true, runAsUser: 0, seccompProfile: { type: 'RuntimeDefault' } });
    expect(violation('restricted', root, strict, of('v1.22'))).toBeUndefined();
    expect(violation('restricted', root, strict, of('v1.23'))).toContain('runAsUser=0 (pod must not set runAsUser=0)');
  });

  test('allows the kernel parameters of its time', () => {
    expect(violation('baseline', sysctls('net.ipv4.tcp_rmem'), {}, of('v1.31'))).toContain('forbidden sysctls');
    expect(violation('baseline', sysctls('net.ipv4.tcp_rmem'), {}, of('v1.32'))).toBeUndefined();
  });

  test('before a restricted rule of a subject has that of baseline', () => {
    const adding = { securityContext: { capabilities: { add: ['KILL'] }, allowPrivilegeEscalation: false } };
    expect(violation('restricted', pod, adding, of('v1.21'))).toBeUndefined();
    expect(violation('restricted', pod, adding, of('v1.22'))).toContain('unrestricted capabilities');
  });
});

test('types of SELinux come first and once, and ports in the order of their texts', () => {
  const options = (type: string, user = ''): object => ({ securityContext: { seLinuxOptions: { type, user } } });
  const containers = [
    { name: 'c', ...options('b', 'u') },
    { name: 'd', ...options('a') },
  ];
  expect(violation('baseline', { containers })).toContain(
    'containers "c", "d" set forbidden securityContext.seLinuxOptions: types "a", "b"; user may not be set',
  );
  const ports = [{ hostPort: 80 }, { hostPort: 10_000 }];
  expect(violation('baseline', {}, { ports })).toContain('container "c" uses hostPorts 10000, 80');
});
