import type { Container } from '../containers/index.js';
import type { Volume } from '../volumes/index.js';
import {
  addedBeyond,
  containersOf,
  named,
  quoted,
  setters,
  unconfined,
  type SecuredPod,
  type Standard,
} from './baseline.js';

const VOLUMES: readonly (keyof Volume)[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

const ADDED: ReadonlySet<string> = new Set(['NET_BIND_SERVICE']);

/** What the standard restricted asks beyond baseline, by subject. */
export const RESTRICTED: readonly Standard[] = [
  {
    subject: 'allowPrivilegeEscalation',
    reason: 'allowPrivilegeEscalation != false',
    since: 8,
    details: (pod, minor) =>
      isExempt(pod, minor)
        ? []
        : must(
            containersOf(pod).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false),
            'must set securityContext.allowPrivilegeEscalation=false',
          ),
  },
  {
    subject: 'capabilities',
    reason: 'unrestricted capabilities',
    since: 22,
    details: (pod, minor) =>
      isExempt(pod, minor)
        ? []
        : [
            ...must(
              containersOf(pod).filter(({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL')),
              'must set securityContext.capabilities.drop=["ALL"]',
            ),
            ...addedBeyond(pod, ADDED),
          ],
  },
  { subject: 'volumes', reason: 'restricted volume types', details: restrictedVolumes },
  { subject: 'runAsNonRoot', reason: 'runAsNonRoot != true', details: runAsNonRoot },
  {
    subject: 'runAsUser',
    reason: 'runAsUser=0',
    since: 23,
    details: (pod) => setters(pod, ({ runAsUser }) => runAsUser === 0, 'must not set runAsUser=0'),
  },
  { subject: 'seccompProfile', reason: 'seccompProfile', since: 19, details: seccompProfile },
];

/** Since 1.25 the standard asks nothing of a pod of Windows that Windows does not have. */
function isExempt({ spec }: SecuredPod, minor: number): boolean {
  return minor >= 25 && spec.os?.name === 'windows';
}

function must(containers: readonly Container[], what: string): string[] {
  return containers.length === 0 ? [] : [`${named(containers)} ${what}`];
}

function runAsNonRoot(pod: SecuredPod): string[] {
  const roots = setters(pod, (one) => one.runAsNonRoot === false, 'must not set securityContext.runAsNonRoot=false');
  if (roots.length > 0 || pod.spec.securityContext?.runAsNonRoot === true) return roots;
  const unset = containersOf(pod).filter(({ securityContext }) => securityContext?.runAsNonRoot !== true);
  return must(unset, 'must set securityContext.runAsNonRoot=true').map((one) => `pod or ${one}`);
}

function seccompProfile(pod: SecuredPod, minor: number): string[] {
  if (isExempt(pod, minor)) return [];
  const wrong = unconfined(pod);
  if (wrong.length > 0 || pod.spec.securityContext?.seccompProfile !== undefined) return wrong;
  const unset = containersOf(pod).filter(({ securityContext }) => securityContext?.seccompProfile === undefined);
  const what = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return must(unset, what).map((one) => `pod or ${one}`);
}

function restrictedVolumes({ spec }: SecuredPod): string[] {
  const wrong = (spec.volumes ?? []).filter((volume) => !VOLUMES.some((source) => volume[source]));
  if (wrong.length === 0) return [];
  const found = wrong.flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'));
  const types = [...new Set(found)].sort();
  const [s, uses] = wrong.length === 1 ? ['', 'uses'] : ['s', 'use'];
  const names = quoted(wrong.map(({ name = '' }) => name));
  return [`volume${s} ${names} ${uses} restricted volume type${types.length === 1 ? '' : 's'} ${quoted(types)}`];
}
