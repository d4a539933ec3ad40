import { isJsonObject } from '#json';
import type { FieldWarning } from '../fields/index.js';

/** Resources that are counted in bytes. */
const BYTES = /^(memory|ephemeral-storage|storage|hugepages-.+)$/;

/**
 * Amounts of bytes that a pod, a node or a claim writes in thousandths: Kubernetes accepts them, but half a byte is a
 * mistake. Of an object as it is given, which may be anything: its defaults would say the same again. The API server
 * v1.34 warns of pods: `fractional byte value`.
 */
export function fractionsOfBytes({ kind, spec, status }: Readonly<Record<string, unknown>>): FieldWarning[] {
  const found: FieldWarning[] = [];
  if (kind === 'Pod' && isJsonObject(spec)) ofPodSpec(spec, found);
  if (kind === 'PersistentVolumeClaim' && isJsonObject(spec)) ofResources(spec['resources'], 'spec.resources', found);
  if (kind === 'Node' && isJsonObject(status)) {
    ofAmounts(status['capacity'], 'status.capacity', found);
    ofAmounts(status['allocatable'], 'status.allocatable', found);
  }
  return found;
}

function ofPodSpec(spec: Readonly<Record<string, unknown>>, found: FieldWarning[]): void {
  for (const list of ['initContainers', 'containers'] as const) {
    const containers = spec[list];
    if (!Array.isArray(containers)) continue;
    for (const [index, container] of (containers as unknown[]).entries())
      if (isJsonObject(container)) ofResources(container['resources'], `spec.${list}[${index}].resources`, found);
  }
  ofResources(spec['resources'], 'spec.resources', found);
}

function ofResources(resources: unknown, path: string, found: FieldWarning[]): void {
  if (!isJsonObject(resources)) return;
  ofAmounts(resources['requests'], `${path}.requests`, found);
  ofAmounts(resources['limits'], `${path}.limits`, found);
}

function ofAmounts(amounts: unknown, path: string, found: FieldWarning[]): void {
  if (!isJsonObject(amounts)) return;
  for (const resource of Object.keys(amounts)) {
    const amount = amounts[resource];
    if (typeof amount !== 'string' || !amount.endsWith('m') || !BYTES.test(resource)) continue;
    const thousandths = amount.slice(0, -1);
    const field = `${path}[${resource}]`;
    const bytes = Number(thousandths) / 1000;
    if (!(bytes > 0)) continue;
    const message = `${amount} of ${resource} is ${bytes} bytes (m is a thousandth), did you mean ${thousandths}Mi?`;
    found.push({ field, message });
  }
}
