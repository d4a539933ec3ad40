import type { Manifest } from '#rows';
import { admit, faultsOf, type AdmissionResult } from '#kubernetes';
import { appliedTo, dropUnknownFields, withoutUnknownFields } from '#kubernetes-schema';
import type { FieldProblem } from '#apimachinery';
import { isObserved } from '#cluster';
import { mattersIgnored, whyIgnored } from '#transfer';
import type { Admission } from '#what-if';
import {
  allocatedTo,
  completeService,
  lookupsOf,
  stampUpdated,
  type AdmissionSettings,
  LOOKED_UP_KINDS,
} from '#writes';

/** Admission by the classes, ranges and services of a cluster, and by those that come in meanwhile. */
export function admissionOf(
  known: readonly Manifest[],
  place: { readonly settings: AdmissionSettings; readonly at: Date },
): Admission {
  const objects = new Map(known.map((object) => [keyOf(object), object]));
  let lookups = lookupsOf([...objects.values()], place);
  return {
    admit: (given) => {
      const result = imported(given, lookups);
      return hasUid(given) ? result : withAllocated(result, undefined, objects.values());
    },
    apply: (given, old) => withAllocated(applied(given, old as Manifest, lookups), old as Manifest, objects.values()),
    change: (given, old) => admit(given, { operation: 'update', old: old as Manifest, ...lookups }),
    unread: (apiVersion, kind) => ({
      message: whyIgnored(apiVersion, kind),
      matters: mattersIgnored(apiVersion, kind),
    }),
    learn: (object) => {
      const manifest = object as Manifest;
      if (manifest.kind !== SERVICE && !LOOKED_UP_KINDS.includes(manifest.kind)) return;
      objects.set(keyOf(manifest), manifest);
      lookups = lookupsOf([...objects.values()], place);
    },
  };
}

/** Each has addresses and ports that no other one may have. */
const SERVICE = 'Service';

/** What is free is not drawn by chance: the same question has the same answer. */
const FIRST_FREE = { below: () => 0 };

/** A service with what it asks for and does not name, or what is wrong with what it names. */
function withAllocated(
  result: AdmissionResult,
  old: Manifest | undefined,
  objects: Iterable<Manifest>,
): AdmissionResult {
  if (!('object' in result) || result.object.kind !== SERVICE) return result;
  const object = result.object as Manifest;
  const services = [...objects].filter(({ kind }) => kind === SERVICE);
  const taken = { ...allocatedTo(services, object.metadata), draws: FIRST_FREE };
  const complete = completeService({ object, old }, taken);
  return 'problems' in complete ? { ...complete, unknown: result.unknown } : { ...result, ...complete };
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
  const observed = isObserved ? ({ leavesOut: 'uncounted' } as const) : {};
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

/**
 * What `kubectl apply` makes of an object that is there, judged as an update. What is wrong with the object already is
 * no fault of the manifest. One with a status says how the object is from now on.
 */
function applied(given: unknown, old: Manifest, lookups: ReturnType<typeof lookupsOf>): AdmissionResult {
  const wanted = given as Manifest;
  if (wanted.apiVersion !== old.apiVersion) return imported(given, lookups);
  const observed = isObserved(wanted) ? structuredClone(wanted) : undefined;
  const unknown = dropUnknownFields(wanted, old);
  const merged = appliedTo(old, wanted);
  if ('problem' in merged)
    return { problems: [{ field: '', reason: 'FieldValueInvalid', message: merged.problem }], unknown };
  const before = withoutUnknownFields(old, old);
  const update = (object: Manifest): AdmissionResult =>
    admit(stampUpdated(withStatusOf(old, object), old), { operation: 'update', old: before, ...lookups });
  const result = update(structuredClone(merged.value) as Manifest);
  if ('problems' in result) {
    const present = update(structuredClone(old));
    const known = new Set('problems' in present ? present.problems.map(textOf) : []);
    const problems = result.problems.filter((problem) => !known.has(textOf(problem)));
    return problems.length > 0 ? { ...result, problems, unknown } : imported(merged.value, lookups);
  }
  return observed === undefined ? { ...result, unknown } : { ...imported(observed, lookups), unknown };
}

function withStatusOf({ status }: Manifest, { status: _, ...object }: Manifest): Manifest {
  return status === undefined ? object : { ...object, status };
}

function textOf({ field, message }: FieldProblem): string {
  return `${field}: ${message}`;
}

function hasUid(given: unknown): boolean {
  const { metadata } = (given ?? {}) as { readonly metadata?: { readonly uid?: unknown } | null };
  return Boolean(metadata?.uid);
}

function keyOf({ kind, metadata: { namespace = '', name } }: Manifest): string {
  return `${kind} ${namespace}/${name}`;
}
