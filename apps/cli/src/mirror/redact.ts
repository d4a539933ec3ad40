import { ownField } from '#json';
import type { KubeObject } from './kube/kube-client.js';

/** What stays in objects although it may hold secrets. */
export const KEEPABLE = ['annotations', 'env', 'commands'] as const;
export type Kept = (typeof KEEPABLE)[number];

/** What is taken out of objects before they leave. */
export interface Redaction {
  readonly keep: readonly Kept[];
  /** `metadata.labels.team`, `spec.containers.*.image`: texts there become `redacted`, and all else goes. */
  readonly paths: readonly string[];
}

type Fields = Record<string, unknown>;

/** What `kubectl apply` stores, with all the values of the object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Annotations that Kubernetes itself reads. */
const OF_KUBERNETES = /^([a-z0-9-]+\.)*(kubernetes|k8s)\.io\//;

const PODS = ['initContainers', 'containers', 'ephemeralContainers'];

/**
 * The object without what is not to leave its cluster; values of Secrets and ConfigMaps never do. The object is used
 * up.
 */
export function redact(object: KubeObject, { keep, paths }: Redaction): KubeObject {
  const fields = object as Fields;
  const metadata = fields['metadata'];
  if (isFields(metadata)) {
    delete metadata['managedFields'];
    delete metadata['selfLink'];
    redactAnnotations(metadata, keep);
  }
  if (fields['kind'] === 'Secret' || fields['kind'] === 'ConfigMap') {
    // stringData is never stored; a source that sends it lies.
    delete fields['stringData'];
    empty(fields['data']);
    empty(fields['binaryData']);
  }
  redactPods(fields['spec'], keep);
  if (fields['kind'] === 'PodTemplate') redactPods(fields, keep);
  if (fields['kind'] === 'ControllerRevision') fields['data'] = revisionData(fields['data'], keep);
  for (const path of paths) redactPath(fields, path.split('.'));
  return object;
}

function redactAnnotations(metadata: Fields, keep: readonly Kept[]): void {
  const { annotations } = metadata as { readonly annotations?: unknown };
  if (!isFields(annotations)) return;
  for (const name of Object.keys(annotations))
    if (name === LAST_APPLIED || (!keep.includes('annotations') && !OF_KUBERNETES.test(name))) delete annotations[name];
  if (Object.keys(annotations).length === 0) delete metadata['annotations'];
}

/** Of a pod, and of what has a template of pods in it. */
function redactPods(spec: unknown, keep: readonly Kept[]): void {
  if (!isFields(spec)) return;
  for (const containers of PODS.map((list) => ownField(spec, list))) {
    if (!Array.isArray(containers)) continue;
    for (const container of containers) if (isFields(container)) redactContainer(container, keep);
  }
  for (const template of [spec['template'], spec['jobTemplate']]) {
    if (!isFields(template)) continue;
    if (isFields(template['metadata'])) redactAnnotations(template['metadata'], keep);
    redactPods(template['spec'], keep);
  }
}

/** The template of a StatefulSet's or DaemonSet's revision; what other controllers store there is not known. */
function revisionData(data: unknown, keep: readonly Kept[]): object {
  if (!isFields(data) || Object.keys(data).join() !== 'spec') return {};
  const { spec } = data;
  if (!isFields(spec) || Object.keys(spec).join() !== 'template') return {};
  redactPods(spec, keep);
  return data;
}

function redactContainer(container: Fields, keep: readonly Kept[]): void {
  if (!keep.includes('env') && Array.isArray(container['env']))
    for (const one of container['env']) if (isFields(one)) delete one['value'];
  if (keep.includes('commands')) return;
  delete container['command'];
  delete container['args'];
  // Commands too, and headers with tokens.
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']) delete container[probe];
}

function empty(values: unknown): void {
  if (isFields(values)) for (const key of Object.keys(values)) values[key] = '';
}

function redactPath(value: unknown, [name, ...rest]: readonly string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null) return;
  const holder = value as Fields;
  // A name may have dots, as those of labels have.
  for (const [key, inside] of Object.entries(holder)) {
    const dotted = key.split('.');
    const whole = [name, ...rest];
    const isNamed = name === '*' || dotted.every((part, at) => part === whole[at]);
    if (!isNamed) continue;
    const left = name === '*' ? rest : whole.slice(dotted.length);
    if (left.length > 0) redactPath(inside, left);
    else if (typeof inside === 'string') holder[key] = 'redacted';
    else if (Array.isArray(value)) value.splice(Number(key), 1);
    else delete holder[key];
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
