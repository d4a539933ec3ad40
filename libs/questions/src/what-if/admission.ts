import { lookupsOf, mattersIgnored, type AdmissionSettings, LOOKED_UP_KINDS, whyIgnored } from '#cluster';
import type { Manifest } from '#rows';
import { admit, faultsOf, type AdmissionResult } from '#kubernetes';
import type { Admission } from '#what-if';

/** Admission by the classes and ranges of a cluster, and by those that come in meanwhile. */
export function admissionOf(
  known: readonly Manifest[],
  place: { readonly settings: AdmissionSettings; readonly at: Date },
): Admission {
  const objects = new Map(known.map((object) => [keyOf(object), object]));
  let lookups = lookupsOf([...objects.values()], place);
  return {
    admit: (given) => imported(given, lookups),
    change: (given, old) => admit(given, { operation: 'update', old: old as Manifest, ...lookups }),
    unread: (apiVersion, kind) => ({
      message: whyIgnored(apiVersion, kind),
      matters: mattersIgnored(apiVersion, kind),
    }),
    learn: (object) => {
      const manifest = object as Manifest;
      if (!LOOKED_UP_KINDS.includes(manifest.kind)) return;
      objects.set(keyOf(manifest), manifest);
      lookups = lookupsOf([...objects.values()], place);
    },
  };
}

/** No object of a cluster has it. */
const NO_UID = '00000000-0000-4000-8000-000000000000';

/**
 * What has a uid was admitted elsewhere, as it is. A pod that is invalid only by what a LimitRange fills in is valid as
 * a template, and refused when it is created.
 */
function imported(given: unknown, lookups: ReturnType<typeof lookupsOf>): AdmissionResult {
  const { kind, metadata } = (given ?? {}) as { readonly kind?: unknown; readonly metadata?: { namespace?: string } };
  // Admission uses up what it is given.
  const isLimited = kind === 'Pod' && lookups.limitRanges(metadata?.namespace ?? '').length > 0;
  const copy: unknown = isLimited ? structuredClone(given) : undefined;
  const isObserved = hasUid(given);
  const observed = isObserved ? ({ leavesOut: 'immaterial' } as const) : {};
  const context = {
    operation: 'import',
    onlyTells: isObserved,
    newUid: () => NO_UID,
    ...observed,
    ...lookups,
  } as const;
  const result = admit(given, context);
  if (!isLimited || !('problems' in result) || !result.ranges?.length) return result;
  const alone = admit(copy, { operation: 'import', ...lookups, limitRanges: () => [] });
  if ('problems' in alone) return result;
  const forbidden = faultsOf(result).map(({ field, message }) => `${field}: ${message}`);
  return { forbidden, step: 'LimitRanger', ranges: [], unknown: result.unknown };
}

function hasUid(given: unknown): boolean {
  const { metadata } = (given ?? {}) as { readonly metadata?: { readonly uid?: unknown } | null };
  return Boolean(metadata?.uid);
}

function keyOf({ kind, metadata: { namespace = '', name } }: Manifest): string {
  return `${kind} ${namespace}/${name}`;
}
