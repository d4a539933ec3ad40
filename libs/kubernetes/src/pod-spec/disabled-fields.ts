import { ownField } from '#json';
import type { Container } from '../containers/index.js';
import type { Projection } from '../volumes/index.js';
import type { PodSpec } from './pod-spec.js';

/** A field of a spec that belongs to a feature gate: what has it, and its name. */
type GatedField = readonly [holder: object, name: string];

/** The feature gates of pods that are off in v1.34, and their fields in a spec. */
const DISABLED: readonly ((spec: PodSpec) => Iterable<GatedField>)[] = [
  // ClusterTrustBundleProjection, PodCertificateRequest
  (spec) => projections(spec).map((source) => [source, 'clusterTrustBundle']),
  (spec) => projections(spec).map((source) => [source, 'podCertificate']),
  // ContainerRestartRules, HostnameOverride, EnvFiles
  restartRules,
  (spec) => [[spec, 'hostnameOverride']],
  (spec) => containersOf(spec).flatMap(({ env = [] }) => env.map(({ valueFrom = {} }) => [valueFrom, 'fileKeyRef'])),
  // ContainerStopSignals
  (spec) => containersOf(spec).map(({ lifecycle = {} }) => [lifecycle, 'stopSignal']),
];

/**
 * Drops the fields of feature gates that are off in v1.34, of a pod and of a template; `old`: the spec as it is, whose
 * fields of a gate stay if it has any of that gate. // as API server v1.34 dropDisabledFields
 */
export function dropDisabledFields(spec: PodSpec, old?: PodSpec): void {
  const dropped = DISABLED.flatMap((fieldsOf) =>
    old !== undefined && given(fieldsOf(old)).length > 0 ? [] : given(fieldsOf(spec)),
  );
  for (const [holder, name] of dropped) delete (holder as Record<string, unknown>)[name];
  if (dropped.length > 0) dropEmptyLifecycles(spec);
  if (old === undefined || imagesOf(old).size === 0) dropImageVolumes(spec);
}

function given(fields: Iterable<GatedField>): GatedField[] {
  return [...fields].filter(([holder, name]) => ownField(holder as Record<string, unknown>, name) !== undefined);
}

function containersOf({ containers, initContainers, ephemeralContainers }: PodSpec): Container[] {
  // A list that is required is null where it is missing.
  return [containers, initContainers, ephemeralContainers].flatMap((list) => list ?? []);
}

function projections({ volumes = [] }: PodSpec): Projection[] {
  return volumes.flatMap(({ projected }) => projected?.sources ?? []);
}

/** Init containers that restart always run beside the others, which is no rule. */
function restartRules(spec: PodSpec): GatedField[] {
  const sidecars = new Set((spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'));
  return containersOf(spec).flatMap((container): GatedField[] => [
    ...(sidecars.has(container) ? [] : [[container, 'restartPolicy'] as const]),
    [container, 'restartPolicyRules'],
  ]);
}

function dropEmptyLifecycles(spec: PodSpec): void {
  for (const container of containersOf(spec))
    if (container.lifecycle !== undefined && Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
}

/** Names of volumes that are images, of the gate ImageVolume. */
function imagesOf({ volumes = [] }: PodSpec): Set<string | undefined> {
  return new Set(volumes.filter(({ image }) => image !== undefined).map(({ name }) => name));
}

/** With their mounts. // as API server v1.34 dropImageVolumes */
function dropImageVolumes(spec: PodSpec): void {
  const images = imagesOf(spec);
  if (images.size === 0) return;
  spec.volumes = spec.volumes?.filter(({ name }) => !images.has(name)) ?? [];
  if (spec.volumes.length === 0) delete spec.volumes;
  for (const container of containersOf(spec)) {
    if (container.volumeMounts === undefined) continue;
    container.volumeMounts = container.volumeMounts.filter(({ name }) => !images.has(name));
    if (container.volumeMounts.length === 0) delete container.volumeMounts;
  }
}
