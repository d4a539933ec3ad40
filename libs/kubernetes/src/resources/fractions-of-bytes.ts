import { isJsonObject, ownField } from '#json';
import type { FieldWarning } from '#kubernetes-schema';

/** Resources that are counted in bytes. */
const BYTES = /^(memory|ephemeral-storage|storage|hugepages-.+)$/;

/** Where kinds that make pods have the template of these. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet', 'Job'].map((kind) => [
      kind,
      ['template', 'spec'],
    ]),
  ),
  CronJob: ['jobTemplate', 'spec', 'template', 'spec'],
};

/**
 * Amounts of bytes that a pod or a template of pods, a node or a claim writes in thousandths: Kubernetes accepts them,
 * but half a byte is a mistake. Of an object as it is given, which may be anything: its defaults would say the same
 * again. The API server v1.34 warns of pods: `fractional byte value`.
 */
export function fractionsOfBytes({ kind, spec, status }: Readonly<Record<string, unknown>>): FieldWarning[] {
  const found: FieldWarning[] = [];
  if (kind === 'Pod' && isJsonObject(spec)) ofPodSpec(spec, 'spec', found);
  const template = typeof kind === 'string' ? ownField(TEMPLATES, kind) : undefined;
  if (template !== undefined) ofTemplate(spec, template, found);
  if (kind === 'PersistentVolumeClaim' && isJsonObject(spec)) ofResources(spec['resources'], 'spec.resources', found);
  if (kind === 'Node' && isJsonObject(status)) {
    ofAmounts(status['capacity'], 'status.capacity', found);
    ofAmounts(status['allocatable'], 'status.allocatable', found);
  }
  return found;
}

function ofTemplate(spec: unknown, path: readonly string[], found: FieldWarning[]): void {
  let template = spec;
  for (const field of path) template = isJsonObject(template) ? ownField(template, field) : undefined;
  if (isJsonObject(template)) ofPodSpec(template, ['spec', ...path].join('.'), found);
  const claims = isJsonObject(spec) ? spec['volumeClaimTemplates'] : undefined;
  if (!Array.isArray(claims)) return;
  for (const [index, claim] of (claims as unknown[]).entries()) {
    const wanted = isJsonObject(claim) ? claim['spec'] : undefined;
    if (isJsonObject(wanted))
      ofResources(wanted['resources'], `spec.volumeClaimTemplates[${index}].spec.resources`, found);
  }
}

function ofPodSpec(spec: Readonly<Record<string, unknown>>, path: string, found: FieldWarning[]): void {
  for (const list of ['initContainers', 'containers'] as const) {
    const containers = spec[list];
    if (!Array.isArray(containers)) continue;
    for (const [index, container] of (containers as unknown[]).entries())
      if (isJsonObject(container)) ofResources(container['resources'], `${path}.${list}[${index}].resources`, found);
  }
  ofResources(spec['resources'], `${path}.resources`, found);
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
