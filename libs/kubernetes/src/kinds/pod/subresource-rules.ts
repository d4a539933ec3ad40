import type { JudgedField } from '../../problems/index.js';
import type { PodSpec } from '../../pod-spec/index.js';
import { sameValue } from '../../validation/index.js';
import { qosClass } from './qos-class.js';
import type { Pod } from './type.js';

const RESIZED: ReadonlySet<string> = new Set(['cpu', 'memory']);

/** Ephemeral containers come, and stay as they are. // as API server v1.34 ValidatePodEphemeralContainersUpdate */
export function checkEphemeralContainers(pod: Pod, before: Pod, root: JudgedField): void {
  const at = root.child('spec').child('ephemeralContainers');
  const now = new Map((pod.spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  for (const old of before.spec.ephemeralContainers ?? []) {
    const container = now.get(old.name);
    const what = `existing ephemeral containers ${JSON.stringify(old.name)} may not be`;
    if (container === undefined) at.forbidden(`${what} removed\n`);
    else if (!sameValue(container, old)) at.forbidden(`${what} changed\n`);
  }
}

/** CPU and memory of the containers may change, the class of service may not. // as ValidatePodResize */
export function checkResize({ spec, status }: Pod, before: Pod, root: JudgedField): void {
  const at = root.child('spec');
  if (qosClass(spec) !== qosClass(before.spec))
    at.invalid(status?.qosClass, 'Pod QOS Class may not change as a result of resizing');
  if ((spec.containers ?? []).length !== (before.spec.containers ?? []).length)
    at.child('containers').forbidden('containers may not be added or removed on resize');
  else if (!sameValue(withoutResized(spec), withoutResized(before.spec)))
    at.forbidden('only cpu and memory resources are mutable\n');
}

function withoutResized({ containers, initContainers, ...rest }: PodSpec): object {
  const unsized = (list: PodSpec['containers'] | undefined): readonly object[] =>
    (list ?? []).map(({ resources, resizePolicy: _policy, ...container }) => ({
      ...container,
      resources: { ...resources, requests: others(resources?.requests), limits: others(resources?.limits) },
    }));
  return { ...rest, containers: unsized(containers), initContainers: unsized(initContainers) };
}

function others(amounts: Readonly<Record<string, unknown>> | undefined): object {
  return Object.fromEntries(Object.entries(amounts ?? {}).filter(([name]) => !RESIZED.has(name)));
}
