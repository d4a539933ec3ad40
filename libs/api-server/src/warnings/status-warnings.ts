import { ownField } from '#json';
import { FieldPath } from '#apimachinery';
import type { KubernetesObject } from '#kubernetes';
import { addressWarnings } from './address-warnings.js';

/** What is odd about a status that was written alone, by kind. */
const WARNINGS: Readonly<Record<string, (status: object) => string[]>> = {
  Pod: podStatusWarnings,
  Service: serviceStatusWarnings,
};

/** The same of a write of the status alone. // as WarningsOnUpdate of the status strategies in pkg/registry */
export function statusWarningsOf(object: KubernetesObject): readonly string[] {
  return ownField(WARNINGS, object.kind)?.(object['status'] ?? {}) ?? [];
}

interface Address {
  readonly ip?: string;
}

// as podStatusStrategy
function podStatusWarnings(status: Partial<Readonly<Record<'podIPs' | 'hostIPs', readonly Address[]>>>): string[] {
  const at = FieldPath.root.child('status');
  return (['podIPs', 'hostIPs'] as const).flatMap((field) =>
    (status[field] ?? []).flatMap(({ ip = '' }, index) =>
      addressWarnings(ip, at.child(field).index(index).child('ip')),
    ),
  );
}

// as serviceStatusStrategy; the path is that of the entry
function serviceStatusWarnings({
  loadBalancer = {},
}: {
  readonly loadBalancer?: { readonly ingress?: readonly Address[] };
}): string[] {
  const at = FieldPath.root.child('status').child('loadBalancer').child('ingress');
  return (loadBalancer.ingress ?? []).flatMap(({ ip = '' }, index) => addressWarnings(ip, at.index(index)));
}
