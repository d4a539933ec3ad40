import { admit, type AdmissionContext, type KubernetesObject } from '../index.js';
import { describeProblem } from '#apimachinery';

/** A context that knows no classes and no ranges. */
export const creating: AdmissionContext = {
  operation: 'create',
  priorityClass: () => undefined,
  defaultPriorityClass: () => undefined,
  runtimeClass: () => undefined,
  limitRanges: () => [],
  storageClass: () => undefined,
  defaultStorageClass: () => undefined,
  conditionTaints: true,
  memoryPressureTolerations: false,
  controllers: 'instant',
  now: '2026-01-01T00:00:00Z',
};

/** A pod that is admitted as it stands; `spec` is added to its spec. */
export function podWith(spec: object = {}): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'n' },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  };
}

/** A pod whose only container has more to it. */
export function podWithContainer(container: object): KubernetesObject {
  return podWith({ containers: [{ name: 'c', image: 'i', ...container }] });
}

/** An object of a kind named `a`. */
export function objectOf(apiVersion: string, kind: string, fields: object = {}): KubernetesObject {
  return { apiVersion, kind, metadata: { name: 'a' }, ...fields };
}

/** The same object in the namespace `n`. */
export function inNamespace(object: KubernetesObject): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, namespace: 'n' } };
}

/** The object as it was admitted; throws with every problem where it was not. */
export function admitted(object: KubernetesObject, context: Partial<AdmissionContext> = {}): KubernetesObject {
  const result = admit(object, { ...creating, ...context });
  if ('object' in result) return result.object;
  throw new Error('problems' in result ? result.problems.map(describeProblem).join('\n') : result.forbidden.join('\n'));
}

/** What is wrong with the object, one line a problem. */
export function problemsOf(object: KubernetesObject, context: Partial<AdmissionContext> = {}): string[] {
  const result = admit(object, { ...creating, ...context });
  return 'problems' in result ? result.problems.map(describeProblem) : [];
}

/** The step that forbids the object, and what it says. */
export function forbiddenBy(
  object: KubernetesObject,
  context: Partial<AdmissionContext> = {},
): { step: string; forbidden: readonly string[] } | undefined {
  const result = admit(object, { ...creating, ...context });
  return 'forbidden' in result ? { step: result.step, forbidden: result.forbidden } : undefined;
}

/** The fields in which something is wrong with the object, in the order in which it was found. */
export function problemFieldsOf(object: KubernetesObject): string[] {
  return problemsOf(object).map((problem) => problem.split(': ')[0] ?? '');
}

/** What is wrong with changing an object that was admitted, one line a problem. */
export function updateProblemsOf(before: KubernetesObject, after: KubernetesObject): string[] {
  const old = admitted(structuredClone(before));
  return problemsOf(structuredClone(after), { operation: 'update', old });
}

/** The fields in which something is wrong with the change. */
export function updateProblemFieldsOf(before: KubernetesObject, after: KubernetesObject): string[] {
  return updateProblemsOf(before, after).map((problem) => problem.split(': ')[0] ?? '');
}
