import { adminResult, type DeviceClaim } from '../devices/index.js';
import type { JudgedField } from '#apimachinery';
import type { Admission } from './admission-context.js';

/** Only in namespaces with this label claims have devices as administrators do, that others use as well. */
const LABEL = 'resource.kubernetes.io/admin-access';

/**
 * Claims, and templates of claims, that ask for the access of an administrator are refused in other namespaces; so is a
 * status that gives it to them. // as API server v1.34 AuthorizedForAdmin, AuthorizedForAdminStatus
 */
export function judgeAdminAccess({ object, context, root }: Admission): void {
  const { namespaceLabels, operation, old, subresource } = context;
  if (namespaceLabels === undefined || operation === 'import') return;
  const at = operation === 'create' ? adminRequest(object, root) : undefined;
  const given = subresource === 'status' ? adminGrant(object, old, root) : at;
  if (given === undefined || namespaceLabels(object.metadata.namespace ?? '')?.[LABEL] === 'true') return;
  given.forbidden(`admin access to devices requires the \`${LABEL}: true\` label on the containing namespace`);
}

/** The path is that of a claim in templates too, and lacks the part of the request, as upstream. */
function adminRequest(object: Admission['object'], root: JudgedField): JudgedField | undefined {
  const { requests } = devicesOf(object);
  const index = (requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  if (index < 0) return undefined;
  return root.child('spec').child('devices').child('requests').index(index).child('adminAccess');
}

function adminGrant(
  object: Admission['object'],
  old: Admission['object'] | undefined,
  root: JudgedField,
): JudgedField | undefined {
  const before = adminResult(old?.['status'] ?? {});
  const index = adminResult(object['status'] ?? {});
  if (before >= 0 || index < 0) return undefined;
  return root.child('status').child('allocation').child('devices').child('results').index(index).child('adminAccess');
}

function devicesOf(object: Admission['object']): DeviceClaim {
  const spec = (object['spec'] ?? {}) as { readonly devices?: DeviceClaim; readonly spec?: { devices?: DeviceClaim } };
  return (object.kind === 'ResourceClaimTemplate' ? spec.spec?.devices : spec.devices) ?? {};
}
