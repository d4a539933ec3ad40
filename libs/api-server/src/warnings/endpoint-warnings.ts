import { ownField } from '#json';
import type { Endpoints, EndpointSlice, KubernetesObject } from '#kubernetes';
import { FieldPath } from '#apimachinery';
import { addressWarnings } from './address-warnings.js';

/** What is odd about addresses, but of those that a controller writes. // as endpointsStrategy, endpointsWarnings */
export function endpointsWarnings(endpoints: Endpoints): string[] {
  if (isManaged(endpoints, 'endpoints.kubernetes.io/managed-by', ['endpoint-controller'])) return [];
  const at = FieldPath.root.child('subsets');
  return (endpoints.subsets ?? []).flatMap((subset, index) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((field) =>
      (subset[field] ?? []).flatMap(({ ip = '' }, position) =>
        addressWarnings(ip, at.index(index).child(field).index(position).child('ip')),
      ),
    ),
  );
}

const SLICE_CONTROLLERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** The same of a slice. // as endpointSliceStrategy, warnOnDeprecatedAddressType, warnOnBadIPs */
export function endpointSliceWarnings(slice: EndpointSlice, isNew: boolean): string[] {
  const isOfNames = isNew && slice.addressType === 'FQDN';
  const warnings = isOfNames ? ['spec.addressType: FQDN endpoints are deprecated'] : [];
  if (isManaged(slice, 'endpointslice.kubernetes.io/managed-by', SLICE_CONTROLLERS)) return warnings;
  const at = FieldPath.root.child('endpoints');
  const odd = (slice.endpoints ?? []).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, position) =>
      addressWarnings(address, at.index(index).child('addresses').index(position)),
    ),
  );
  return [...warnings, ...odd];
}

function isManaged({ metadata }: KubernetesObject, label: string, controllers: readonly string[]): boolean {
  return controllers.includes(ownField(metadata.labels ?? {}, label) ?? '');
}
