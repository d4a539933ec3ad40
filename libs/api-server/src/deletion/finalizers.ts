import type { KubernetesObject } from '#kubernetes';
import type { DeleteOptions, PropagationPolicy } from './delete-options.js';

/** What holds an object until its dependants do not name it any more. */
export const ORPHAN = 'orphan';
/** What holds an object until the dependants that block it are gone. */
export const FOREGROUND = 'foregroundDeletion';

/** Of kinds that are older than the garbage collector, dependants stay unless the options say otherwise. */
const ORPHANS_BY_DEFAULT: ReadonlySet<string> = new Set(['ReplicationController', 'Job']);
/** Kinds whose objects own nothing. */
const WITHOUT_DEPENDANTS: ReadonlySet<string> = new Set(['Event']);

/**
 * The finalizers of an object that is deleted: its own, and the one of the policy that the options, the object itself
 * or its kind asks for. // as API server v1.34 deletionFinalizersForGarbageCollection
 */
export function finalizersOfDeletion({ kind, metadata }: KubernetesObject, options: DeleteOptions): readonly string[] {
  const given = metadata.finalizers ?? [];
  const policy = WITHOUT_DEPENDANTS.has(kind)
    ? 'Background'
    : (policyAsked(options) ??
      policyOf(given) ??
      (ORPHANS_BY_DEFAULT.has(kind) ? ('Orphan' as const) : ('Background' as const)));
  return withPolicy(given, policy);
}

/** The policy that options ask for. */
export function policyAsked({
  orphanDependents,
  propagationPolicy: policy,
}: DeleteOptions): PropagationPolicy | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? 'Orphan' : 'Background';
  return policy === 'Orphan' || policy === 'Foreground' || policy === 'Background' ? policy : undefined;
}

/** The finalizers with that of a policy, and without that of another; the same list where nothing changes. */
export function withPolicy(given: readonly string[], policy: PropagationPolicy): readonly string[] {
  const wanted: readonly string[] = { Orphan: [ORPHAN], Foreground: [FOREGROUND], Background: [] }[policy];
  const present: readonly string[] = given.filter((one) => one === ORPHAN || one === FOREGROUND);
  if (present.length === wanted.length && present.every((one) => wanted.includes(one))) return given;
  return [...given.filter((one) => !present.includes(one)), ...wanted];
}

function policyOf(finalizers: readonly string[]): PropagationPolicy | undefined {
  const own = finalizers.find((one) => one === ORPHAN || one === FOREGROUND);
  return own && (own === ORPHAN ? 'Orphan' : 'Foreground');
}
