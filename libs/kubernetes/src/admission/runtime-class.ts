import type { RuntimeClass } from '../kinds/index.js';
import type { Toleration } from '../tolerations/index.js';
import { sameValue } from '../validation/index.js';
import type { PodAdmission } from './admission-context.js';

/**
 * Adds what the pod's runtime class costs and where it can run. An update changes neither; an import keeps what is
 * there.
 * // as API server v1.34 admission plugin RuntimeClass
 */
export function applyRuntimeClass(admission: PodAdmission): void {
  const { pod, context } = admission;
  const name = pod.spec.runtimeClassName ?? '';
  if (context.operation === 'update') return;
  const found = name === '' ? undefined : context.runtimeClass(name);
  if (name !== '' && found === undefined) reportMissing(admission, name);
  if (found === undefined && (name !== '' || context.operation === 'import')) return;
  setOverhead(admission, found);
  if (found?.scheduling !== undefined) mergeScheduling(admission, found.scheduling);
}

function reportMissing({ pod: { spec }, context: { operation }, at, unresolved }: PodAdmission, name: string): void {
  const field = at.child('runtimeClassName');
  if (operation !== 'import') field.forbidden(`pod rejected: RuntimeClass "${name}" not found`);
  else if (spec.overhead === undefined) unresolved.push({ field: field.path.toString(), kind: 'RuntimeClass', name });
}

function setOverhead(
  { pod: { spec }, context: { operation }, at }: PodAdmission,
  runtimeClass: RuntimeClass | undefined,
): void {
  const fixed = runtimeClass?.overhead?.podFixed;
  if (operation !== 'import' && spec.overhead !== undefined && !sameValue(spec.overhead, fixed)) {
    at.child('overhead').forbidden(
      fixed === undefined
        ? 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'
        : "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    );
  }
  if (fixed !== undefined) spec.overhead ??= { ...fixed };
}

function mergeScheduling(
  { pod: { spec }, at }: PodAdmission,
  { nodeSelector = {}, tolerations = [] }: NonNullable<RuntimeClass['scheduling']>,
): void {
  const own = spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    const present = Object.hasOwn(own, key) ? own[key] : undefined;
    if (present === undefined || present === value) continue;
    at.child('nodeSelector').forbidden(
      `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${present}`,
    );
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...nodeSelector, ...own };
  if (tolerations.length > 0) spec.tolerations = mergeTolerations(spec.tolerations ?? [], tolerations);
}

/** Both lists in order, without those that another one covers; of two that are equal the first stays. */
function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  return all.filter(
    (one, index) =>
      !all.some((other, position) => {
        return position !== index && covers(other, one) && (position < index || !covers(one, other));
      }),
  );
}

/** Whether every taint that `narrow` tolerates, and for as long, is tolerated by `wide`. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  const { key = '', operator = '', effect = '', value = '' } = wide;
  if (key !== (narrow.key ?? '') && !(key === '' && operator === 'Exists')) return false;
  if (effect !== '' && effect !== (narrow.effect ?? '')) return false;
  const wideSeconds = wide.tolerationSeconds ?? Infinity;
  if (wideSeconds < (narrow.tolerationSeconds ?? Infinity)) return false;
  return operator === 'Exists' || ((narrow.operator ?? '') !== 'Exists' && value === (narrow.value ?? ''));
}
