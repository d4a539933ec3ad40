import { isJsonObject, ownField, setField } from '#json';
import type { FieldWarning } from '#kubernetes-schema';
import { formOf, type KindForm, type KubernetesObject } from '#kubernetes';

/** What a version was succeeded by, and what its objects need beside another `apiVersion`. */
interface Successor {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** Changes the object and says how; undefined where nothing else was different, false where something is lost. */
  readonly convert?: (object: Record<string, unknown>) => string | undefined | false;
}

const CONTROLLERS = ['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'];
const AUTOSCALER = 'HorizontalPodAutoscaler';
const AUTOSCALER_METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
const STORAGE = ['StorageClass', 'CSINode', 'CSIDriver', 'CSIStorageCapacity', 'VolumeAttachment'];

/** Versions that the API server v1.34 does not serve. // as the deprecated API migration guide of Kubernetes */
const SUCCESSORS: Readonly<Record<string, Successor>> = {
  'extensions/v1beta1': { apiVersion: 'apps/v1', kinds: CONTROLLERS, convert: writeDefaults },
  'apps/v1beta1': { apiVersion: 'apps/v1', kinds: CONTROLLERS, convert: writeDefaults },
  'apps/v1beta2': { apiVersion: 'apps/v1', kinds: CONTROLLERS },
  'batch/v1beta1': { apiVersion: 'batch/v1', kinds: ['CronJob'] },
  'batch/v2alpha1': { apiVersion: 'batch/v1', kinds: ['CronJob'] },
  'policy/v1beta1': { apiVersion: 'policy/v1', kinds: ['PodDisruptionBudget'], convert: selectNothing },
  'scheduling.k8s.io/v1alpha1': { apiVersion: 'scheduling.k8s.io/v1', kinds: ['PriorityClass'] },
  'scheduling.k8s.io/v1beta1': { apiVersion: 'scheduling.k8s.io/v1', kinds: ['PriorityClass'] },
  'storage.k8s.io/v1alpha1': { apiVersion: 'storage.k8s.io/v1', kinds: STORAGE },
  'storage.k8s.io/v1beta1': { apiVersion: 'storage.k8s.io/v1', kinds: STORAGE },
  'node.k8s.io/v1alpha1': { apiVersion: 'node.k8s.io/v1', kinds: ['RuntimeClass'], convert: nameHandler },
  'node.k8s.io/v1beta1': { apiVersion: 'node.k8s.io/v1', kinds: ['RuntimeClass'] },
  'autoscaling/v2beta1': { apiVersion: 'autoscaling/v2', kinds: [AUTOSCALER], convert: readMetrics },
  'autoscaling/v2beta2': { apiVersion: 'autoscaling/v2', kinds: [AUTOSCALER] },
};

/**
 * Makes an object of an old version one of the present version, and of a version that is served beside the one that is
 * kept one of that, in place, where nothing is lost by it. What was done for an old version is to be said; of versions
 * that an API server serves there is nothing to say.
 */
export function convertOldVersion(object: Record<string, unknown>): FieldWarning[] {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  const form = formOf({ apiVersion, kind });
  if (form !== undefined && isJsonObject(object['metadata'])) {
    storeAs(object, form);
    return [];
  }
  if (!Object.hasOwn(SUCCESSORS, apiVersion)) return [];
  const successor = ownField(SUCCESSORS, apiVersion);
  if (successor?.kinds.includes(kind) !== true) return [];
  const more = successor.convert?.(object);
  if (more === false) return [];
  object['apiVersion'] = successor.apiVersion;
  const message = `${apiVersion} is an old version: converted to ${successor.apiVersion}`;
  return [{ field: 'apiVersion', message: more === undefined ? message : `${message}; ${more}` }];
}

/** An object without a status gets none, which is a sign of one that was observed. */
function storeAs(object: Record<string, unknown>, form: KindForm): void {
  const { status, ...stored } = form.toStored(object as unknown as KubernetesObject & { readonly status?: unknown });
  const hadStatus = isJsonObject(object['status']);
  for (const field of Object.keys(object)) delete object[field];
  Object.assign(object, stored, hadStatus && { status });
}

/** Its metrics were written as the annotation has them by which autoscaling/v1 keeps them. */
function readMetrics(object: Record<string, unknown>): undefined | false {
  const { metadata, spec } = object;
  if (!isJsonObject(metadata) || !isJsonObject(spec)) return false;
  const { metrics, ...rest } = spec;
  const annotations = isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  const kept = { ...annotations, ...(metrics !== undefined && { [AUTOSCALER_METRICS]: JSON.stringify(metrics) }) };
  const inV1 = { ...object, apiVersion: 'autoscaling/v1', metadata: { ...metadata, annotations: kept }, spec: rest };
  const converted: Record<string, unknown> = { ...inV1 };
  delete converted['status'];
  convertOldVersion(converted);
  Object.assign(object, { metadata: converted['metadata'], spec: converted['spec'] });
  delete object['status'];
  return undefined;
}

/** What these versions meant where a strategy was left out, and the present one does not. */
const OLD_STRATEGIES: Readonly<Record<string, readonly [field: string, strategy: object]>> = {
  'extensions/v1beta1 Deployment': [
    'strategy',
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
  ],
  'extensions/v1beta1 DaemonSet': ['updateStrategy', { type: 'OnDelete' }],
  'apps/v1beta1 StatefulSet': ['updateStrategy', { type: 'OnDelete' }],
};

/** Writes out the defaults of the old version: a selector that was left out was that of the labels of the template. */
function writeDefaults({ apiVersion, kind, spec }: Record<string, unknown>): string | undefined {
  if (!isJsonObject(spec)) return undefined;
  const { template } = spec;
  const metadata = isJsonObject(template) ? template['metadata'] : undefined;
  const labels = isJsonObject(metadata) ? metadata['labels'] : undefined;
  const [field, strategy] = OLD_STRATEGIES[`${String(apiVersion)} ${String(kind)}`] ?? [];
  const said: string[] = [];
  if ((spec['selector'] ?? undefined) === undefined && isJsonObject(labels)) {
    spec['selector'] = { matchLabels: { ...labels } };
    said.push('its selector is that of the labels of its template');
  }
  if (field !== undefined && (ownField(spec, field) ?? undefined) === undefined) {
    setField(spec, field, structuredCopy(strategy));
    said.push(`its ${field} is the default of that version`);
  }
  return said.length === 0 ? undefined : said.join('; ');
}

function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** An empty selector selected no pods, where it selects all of them now; none at all still selects none. */
function selectNothing({ spec }: Record<string, unknown>): string | undefined {
  if (!isJsonObject(spec) || !isJsonObject(spec['selector'])) return undefined;
  const { matchLabels, matchExpressions } = spec['selector'];
  const says = isJsonObject(matchLabels) ? Object.keys(matchLabels).length > 0 : false;
  if (says || (Array.isArray(matchExpressions) && matchExpressions.length > 0)) return undefined;
  delete spec['selector'];
  return 'its empty selector is left out: it selected no pods, and would select all of them';
}

/** The fields were in a spec, and the handler had another name. */
function nameHandler(object: Record<string, unknown>): string | undefined | false {
  const { spec } = object;
  if (spec === undefined) return undefined;
  if (!isJsonObject(spec)) return false;
  const { runtimeHandler, overhead, scheduling, ...rest } = spec;
  if (Object.keys(rest).length > 0) return false;
  delete object['spec'];
  Object.assign(object, {
    handler: runtimeHandler,
    ...(overhead !== undefined && { overhead }),
    ...(scheduling !== undefined && { scheduling }),
  });
  return 'the fields of spec stand outside of it, and spec.runtimeHandler is handler';
}
