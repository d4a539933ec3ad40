import { qosClass, type Pod } from '../kinds/index.js';
import type { Toleration } from '../tolerations/index.js';
import type { Admission } from './admission-context.js';
import { pointerOf } from './mutation.js';

/** For how long a pod stays on a node that is not ready or not reached, unless it says so itself. */
const DEFAULT_SECONDS = 300;
const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const MEMORY_PRESSURE = 'node.kubernetes.io/memory-pressure';

/**
 * Every pod tolerates for five minutes that its node fails. This applies to new pods and to changed ones; one that is
 * imported with its uid says what its own server made of it.
 * // as API server v1.34 admission plugin DefaultTolerationSeconds
 */
export function tolerateFailures(admission: Admission<Pod>): void {
  const {
    object: { spec },
    context,
    isNew,
  } = admission;
  if (!isNew && context.operation !== 'update') return;
  const given = spec.tolerations ?? [];
  const missing = [NOT_READY, UNREACHABLE].filter((key) => !given.some((toleration) => speaksOf(toleration, key)));
  if (missing.length > 0) addTolerations(admission, missing.map(forAWhile));
}

function speaksOf({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === '' || key === taint) && (effect === '' || effect === 'NoExecute');
}

function forAWhile(key: string): Toleration {
  return { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: DEFAULT_SECONDS };
}

/**
 * A pod that has asked for something runs where memory is short, in clusters whose owners want that; a server has the
 * plugin off.
 * // as API server v1.34 admission plugin PodTolerationRestriction, of a namespace that says nothing
 */
export function tolerateMemoryPressure(admission: Admission<Pod>): void {
  const {
    object: { spec, status },
    context,
    isNew,
  } = admission;
  if (!isNew || !context.memoryPressureTolerations || (status?.qosClass || qosClass(spec)) === 'BestEffort') return;
  const given = spec.tolerations ?? [];
  const has = given.some(({ key, effect }) => key === MEMORY_PRESSURE && effect === 'NoSchedule');
  if (!has) addTolerations(admission, [{ key: MEMORY_PRESSURE, operator: 'Exists', effect: 'NoSchedule' }]);
}

function addTolerations({ object: { spec }, changed }: Admission<Pod>, added: readonly Toleration[]): void {
  const given = spec.tolerations ?? [];
  spec.tolerations = [...given, ...added];
  for (const [index, value] of added.entries())
    changed.push({ path: pointerOf('spec', 'tolerations', given.length + index), value });
}
