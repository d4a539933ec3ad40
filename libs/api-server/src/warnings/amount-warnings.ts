import { ownField } from '#json';
import { formatQuantity, isWhole, requireQuantity, type FieldPath } from '#apimachinery';
import type { ResourceList, ResourceRequirements } from '#kubernetes';

/** Amounts of bytes with a fraction: half a byte is a mistake. The list was admitted. */
export function fractionWarnings(amounts: ResourceList = {}, resources: readonly string[], at: FieldPath): string[] {
  return resources.flatMap((resource) => {
    const text = ownField(amounts, resource);
    const amount = text === undefined ? undefined : requireQuantity(text);
    if (amount === undefined || isWhole(amount)) return [];
    const written = JSON.stringify(formatQuantity(amount));
    return [`${at.key(resource).toString()}: fractional byte value ${written} is invalid, must be an integer`];
  });
}

/** The same of what a claim asks for. // as API server v1.34 GetWarningsForPersistentVolumeClaimSpec */
export function claimSpecWarnings(
  { resources = {} }: { readonly resources?: ResourceRequirements },
  at: FieldPath,
): string[] {
  return (['requests', 'limits'] as const).flatMap((field) =>
    fractionWarnings(resources[field], ['storage'], at.child('resources').child(field)),
  );
}
