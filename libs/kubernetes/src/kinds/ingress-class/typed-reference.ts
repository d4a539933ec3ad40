import { checkName, dnsSubdomainProblems, pathSegmentProblems, type JudgedField } from '#apimachinery';

/** core/v1 TypedLocalObjectReference. */
export interface TypedReference {
  apiGroup?: string;
  kind?: string;
  name?: string;
}

/** An object that an Ingress or its class names. // as API server v1.34 validateIngressTypedLocalObjectReference */
export function checkTypedReference(reference: TypedReference, at: JudgedField): void {
  const { apiGroup } = reference;
  if (apiGroup !== undefined) checkName(apiGroup, dnsSubdomainProblems, at.child('apiGroup'));
  for (const field of ['kind', 'name'] as const) {
    const value = reference[field] ?? '';
    if (value === '') at.child(field).required(`${field} is required`);
    else checkName(value, pathSegmentProblems, at.child(field));
  }
}
