import type { Service } from '#kubernetes';
import { FieldPath } from '#apimachinery';
import { addressWarnings, rangeWarnings } from './address-warnings.js';

const OLD_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** What is odd about a service. // as API server v1.34 GetWarningsForService */
export function serviceWarnings({ metadata, spec }: Service): string[] {
  const at = FieldPath.root.child('spec');
  const { type, clusterIP = '', clusterIPs = [], externalIPs = [], externalName = '', loadBalancerIP = '' } = spec;
  const hasAddress = clusterIP !== '' && clusterIP !== 'None' && type !== 'ExternalName';
  return [
    ...(Object.hasOwn(metadata.annotations ?? {}, OLD_HINTS)
      ? [`annotation ${OLD_HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`]
      : []),
    ...(hasAddress ? clusterIPs : []).flatMap((ip, index) => addressWarnings(ip, at.child('clusterIPs').index(index))),
    ...(type === 'ClusterIP' && clusterIP === 'None' ? headlessWarnings(spec) : []),
    ...externalIPs.flatMap((ip, index) => addressWarnings(ip, at.child('externalIPs').index(index))),
    ...addressWarnings(loadBalancerIP, at.child('loadBalancerIP')),
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, index) =>
      rangeWarnings(range, at.child('loadBalancerSourceRanges').index(index)),
    ),
    ...(type === 'ExternalName' && externalIPs.length > 0
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(type !== 'ExternalName' && externalName !== ''
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
}

function headlessWarnings({ loadBalancerIP = '', externalIPs = [], sessionAffinity }: Service['spec']): string[] {
  const ignored = [
    ...(loadBalancerIP === '' ? [] : ['loadBalancerIP']),
    ...(externalIPs.length === 0 ? [] : ['externalIPs']),
    ...(sessionAffinity === 'None' ? [] : ['SessionAffinity']),
  ];
  return ignored.map((field) => `spec.${field} is ignored for headless services`);
}
