import type { ObjectMeta, PodAffinity, PodSpec } from '#kubernetes';
import type { FieldPath } from '#apimachinery';
import { addressWarnings } from './address-warnings.js';
import { fractionWarnings } from './amount-warnings.js';
import { annotationPath, annotationWarnings } from './annotation-warnings.js';
import { containersWarnings } from './container-warnings.js';
import { nodeTermWarnings, oldNodeLabel } from './node-label-warnings.js';
import { volumesWarnings } from './volume-warnings.js';

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const NO_SELECTOR = 'a null labelSelector results in matching no pod';
const NEGATIVE = 'must be >= 0; negative values are invalid and will be treated as 1';

/** What of it nothing else reads. */
interface WarnedSpec extends PodSpec {
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
}

/**
 * What is odd about a pod, or a template of pods, which is at `at`.
 * // as API server v1.34 GetWarningsForPod, GetWarningsForPodTemplate
 */
export function podWarnings(
  at: FieldPath,
  { metadata = {}, spec = {} }: { readonly metadata?: Pick<ObjectMeta, 'annotations'>; readonly spec?: WarnedSpec },
): string[] {
  const inSpec = at.child('spec');
  const { securityContext, terminationGracePeriodSeconds = 0, affinity } = spec;
  const hasOldSeccomp =
    securityContext?.seccompProfile === undefined && Object.hasOwn(metadata.annotations ?? {}, SECCOMP);
  return [
    ...placementWarnings(spec, inSpec),
    ...annotationWarnings(at, metadata, 'Pod'),
    ...volumesWarnings(spec.volumes ?? [], inSpec.child('volumes')),
    ...repeated('ip', spec.hostAliases ?? [], inSpec.child('hostAliases')),
    ...repeated('name', spec.imagePullSecrets ?? [], inSpec.child('imagePullSecrets')),
    ...unnamed(spec.imagePullSecrets ?? [], inSpec.child('imagePullSecrets')),
    ...fractionWarnings(spec.overhead, ['memory', 'ephemeral-storage'], inSpec.child('overhead')),
    ...(hasOldSeccomp
      ? [`${annotationPath(at, SECCOMP)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...containersWarnings(at, { metadata, spec }),
    ...(terminationGracePeriodSeconds < 0
      ? [`${inSpec.child('terminationGracePeriodSeconds').toString()}: ${NEGATIVE}`]
      : []),
    ...selectorWarnings(affinity?.podAffinity, inSpec.child('affinity').child('podAffinity')),
    ...selectorWarnings(affinity?.podAntiAffinity, inSpec.child('affinity').child('podAntiAffinity')),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((ip, index) =>
      addressWarnings(ip, inSpec.child('dnsConfig').child('nameservers').index(index)),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip = '' }, index) =>
      addressWarnings(ip, inSpec.child('hostAliases').index(index).child('ip')),
    ),
  ];
}

function placementWarnings({ nodeSelector = {}, affinity, topologySpreadConstraints = [] }: PodSpec, at: FieldPath) {
  const nodes = affinity?.nodeAffinity;
  const inNodes = at.child('affinity').child('nodeAffinity');
  const required = inNodes.child('requiredDuringSchedulingIgnoredDuringExecution').child('nodeSelectorTerms');
  const preferred = inNodes.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...Object.keys(nodeSelector).flatMap((label) => {
      const message = oldNodeLabel(label);
      return message === undefined ? [] : [`${at.child('nodeSelector').key(label).toString()}: ${message}`];
    }),
    ...(nodes?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeTermWarnings(term, required.index(index)),
    ),
    ...(nodes?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ preference = {} }, index) =>
      nodeTermWarnings(preference, preferred.index(index).child('preference'), { judgesValues: true }),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey = '', labelSelector }, index) => {
      const field = at.child('topologySpreadConstraints').index(index);
      const message = oldNodeLabel(topologyKey);
      return [
        ...(message === undefined ? [] : [`${field.child('topologyKey').toString()}: ${topologyKey} is ${message}`]),
        ...(labelSelector === undefined ? [`${field.child('labelSelector').toString()}: ${NO_SELECTOR}`] : []),
      ];
    }),
  ];
}

function repeated<K extends string>(key: K, items: readonly { readonly [key in K]?: string }[], at: FieldPath) {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const value = item[key] ?? '';
    if (seen.has(value)) return [`${at.index(index).child(key).toString()}: duplicate ${key} ${JSON.stringify(value)}`];
    seen.add(value);
    return [];
  });
}

function unnamed(secrets: readonly { readonly name?: string }[], at: FieldPath): string[] {
  return secrets.flatMap(({ name = '' }, index) =>
    name === '' ? [`${at.index(index).child('name').toString()}: invalid empty name ""`] : [],
  );
}

function selectorWarnings(stanza: PodAffinity = {}, at: FieldPath): string[] {
  const required = at.child('requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = at.child('preferredDuringSchedulingIgnoredDuringExecution');
  const fields = [
    ...(stanza.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term, index) => {
      return { term, field: required.index(index) };
    }),
    ...(stanza.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm = {} }, index) => {
      return { term: podAffinityTerm, field: preferred.index(index).child('podAffinityTerm') };
    }),
  ];
  return fields.flatMap(({ term, field }) =>
    term.labelSelector === undefined ? [`${field.child('labelSelector').toString()}: ${NO_SELECTOR}`] : [],
  );
}
