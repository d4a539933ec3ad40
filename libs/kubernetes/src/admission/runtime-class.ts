import type { Pod, RuntimeClass } from '../kinds/index.js';
import type { Toleration } from '../tolerations/index.js';
import type { ResourceList } from '../resources/index.js';
import { sameValue } from '#apimachinery';
import type { Admission } from './admission-context.js';
import { pointerOf } from './mutation.js';

const OTHER = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const WITHOUT = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

/**
 * Adds what the pod's runtime class costs and where it can run. An update changes neither; an import keeps what is
 * there.
 * // as API server v1.34 admission plugin RuntimeClass, Admit
 */
export function applyRuntimeClass(admission: Admission<Pod>): void {
  const { object: pod, context, forbidden, changed } = admission;
  const name = pod.spec.runtimeClassName ?? '';
  if (context.operation === 'update' || name === '') return;
  const found = context.runtimeClass(name);
  if (found === undefined) {
    reportMissing(admission, name);
    return;
  }
  const fixed = found.overhead?.podFixed;
  if (fixed !== undefined && context.operation !== 'import' && differs(pod.spec.overhead, fixed)) forbidden.push(OTHER);
  else if (fixed !== undefined && pod.spec.overhead === undefined) {
    pod.spec.overhead = { ...fixed };
    changed.push({ path: '/spec/overhead', value: pod.spec.overhead });
  }
  if (forbidden.length === 0 && found.scheduling !== undefined) mergeScheduling(admission, found.scheduling);
}

/** A pod costs what its class says, and nothing without one. // as the same plugin, Validate */
export function judgeOverhead({ object: { spec }, context, forbidden }: Admission<Pod>): void {
  if (context.operation !== 'create' || spec.overhead === undefined) return;
  const fixed = context.runtimeClass(spec.runtimeClassName ?? '')?.overhead?.podFixed;
  if (fixed === undefined) forbidden.push(WITHOUT);
  else if (differs(spec.overhead, fixed)) forbidden.push(OTHER);
}

function reportMissing({ object: { spec }, context, forbidden, unresolved }: Admission<Pod>, name: string): void {
  if (context.operation !== 'import') forbidden.push(`pod rejected: RuntimeClass "${name}" not found`);
  else if (spec.overhead === undefined) unresolved.push({ field: 'spec.runtimeClassName', kind: 'RuntimeClass', name });
}

function differs(overhead: ResourceList | undefined, fixed: ResourceList): boolean {
  return overhead !== undefined && !sameValue(overhead, fixed);
}

function mergeScheduling(
  { object: { spec }, forbidden, changed }: Admission<Pod>,
  { nodeSelector = {}, tolerations = [] }: NonNullable<RuntimeClass['scheduling']>,
): void {
  const own = spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    const present = Object.hasOwn(own, key) ? own[key] : undefined;
    if (present === undefined || present === value) continue;
    forbidden.push(
      `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${present}`,
    );
    return;
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...nodeSelector, ...own };
  for (const [key, value] of Object.entries(nodeSelector))
    if (!Object.hasOwn(own, key)) changed.push({ path: pointerOf('spec', 'nodeSelector', key), value });
  if (tolerations.length === 0) return;
  const given = spec.tolerations ?? [];
  const merged = mergeTolerations(given, tolerations);
  spec.tolerations = merged;
  if (!sameValue(merged, given)) changed.push({ path: '/spec/tolerations', value: merged });
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
