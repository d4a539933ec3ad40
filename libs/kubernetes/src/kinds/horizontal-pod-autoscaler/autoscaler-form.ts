import { isJsonObject } from '#json';
import type { KubernetesObject } from '../../metadata/index.js';
import type { FormOf } from '../kind-form.js';
import { horizontalPodAutoscalerColumns } from './columns.js';
import { horizontalPodAutoscalerKind } from './kind.js';
import { metricFromV1, metricInV1, present, type Metric, type Word } from './metrics-of-v1.js';

const GROUP_VERSION = { apiVersion: 'autoscaling/v1', group: 'autoscaling', version: 'v1' };

/** What v1 has no field for is in annotations, as JSON. */
const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const [METRICS, CURRENT, CONDITIONS, BEHAVIOR] = ['metrics', 'current-metrics', 'conditions', 'behavior'].map(
  (name) => PREFIX + name,
) as [string, string, string, string];

/**
 * autoscaling/v1 HorizontalPodAutoscaler: the use of cpu in a field of its own, all else in annotations.
 * // as API server v1.34 pkg/apis/autoscaling/v1/conversion.go
 */
export const autoscalerForm: FormOf<'HorizontalPodAutoscaler'> = {
  description: Object.freeze({ ...horizontalPodAutoscalerKind.description, ...GROUP_VERSION }),
  stored: horizontalPodAutoscalerKind.description,
  columns: horizontalPodAutoscalerColumns,
  selectableFields: new Map(),
  toStored: (autoscaler) => {
    const { metadata, spec, status, ...rest } = partsOf(autoscaler);
    const annotations = new Map(Object.entries(metadata.annotations ?? {}));
    const take = (name: string): unknown => {
      const text = annotations.get(name);
      annotations.delete(name);
      return text === undefined ? undefined : read(text);
    };
    const { targetCPUUtilizationPercentage: aim, ...stored } = spec;
    const { currentCPUUtilizationPercentage: use, ...reported } = status;
    const metrics = [...metricsIn(take(METRICS), 'target'), ...cpu(aim, 'target')];
    const current = [...metricsIn(take(CURRENT), 'current'), ...cpu(use, 'current')];
    return {
      ...rest,
      apiVersion: horizontalPodAutoscalerKind.description.apiVersion,
      metadata: annotated(metadata, annotations),
      spec: { ...stored, ...(metrics.length > 0 && { metrics }), ...present({ behavior: take(BEHAVIOR) }) },
      status: {
        ...reported,
        ...present({ conditions: take(CONDITIONS) }),
        currentMetrics: current.length > 0 ? current : null,
      },
    } as unknown as typeof autoscaler;
  },
  fromStored: (autoscaler) => {
    const { metadata, spec, status, ...rest } = partsOf(autoscaler);
    const { metrics, behavior, ...kept } = spec;
    const { currentMetrics, conditions, ...reported } = status;
    const [aim, others] = withoutCpu(metrics, 'target');
    const [use, othersNow] = withoutCpu(currentMetrics, 'current');
    const annotations = new Map(Object.entries(metadata.annotations ?? {}));
    const put = (name: string, value: unknown): void => {
      const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
      if (!isNothing) annotations.set(name, JSON.stringify(value));
    };
    put(METRICS, others);
    put(CURRENT, othersNow);
    put(CONDITIONS, conditions);
    put(BEHAVIOR, behavior);
    return {
      ...rest,
      apiVersion: GROUP_VERSION.apiVersion,
      metadata: annotated(metadata, annotations),
      spec: { ...kept, ...present({ targetCPUUtilizationPercentage: aim }) },
      status: { currentReplicas: 0, ...reported, ...present({ currentCPUUtilizationPercentage: use }) },
    } as unknown as typeof autoscaler;
  },
};

interface Parts extends KubernetesObject {
  readonly spec: Record<string, unknown>;
  readonly status: Record<string, unknown>;
}

function partsOf(object: KubernetesObject): Parts {
  const { spec, status } = object as Partial<Parts>;
  return { ...object, spec: isJsonObject(spec) ? spec : {}, status: isJsonObject(status) ? status : {} };
}

function annotated(metadata: Parts['metadata'], annotations: ReadonlyMap<string, string>): Parts['metadata'] {
  const { annotations: _, ...rest } = metadata;
  return annotations.size === 0 ? rest : { ...rest, annotations: Object.fromEntries(annotations) };
}

/** The use of cpu as a metric; none where nothing is said of it. */
function cpu(use: unknown, word: Word): Metric[] {
  if (use === undefined || use === null) return [];
  return [metricFromV1({ type: 'Resource', resource: { name: 'cpu', [`${word}AverageUtilization`]: use } }, word)];
}

/** What is said of the use of cpu, and the other metrics in v1. */
function withoutCpu(metrics: unknown, word: Word): [use: unknown, others: readonly Metric[]] {
  let use: unknown;
  const others: Metric[] = [];
  for (const metric of listOf(metrics)) {
    const inV1 = metricInV1(metric, word);
    const resource = isJsonObject(inV1['resource']) ? inV1['resource'] : {};
    const found = resource['name'] === 'cpu' ? resource[`${word}AverageUtilization`] : undefined;
    if (found === undefined) others.push(inV1);
    else use = found;
  }
  return [use, others];
}

function metricsIn(value: unknown, word: Word): Metric[] {
  return listOf(value).map((metric) => metricFromV1(metric, word));
}

function listOf(value: unknown): Metric[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** What an annotation says; nothing where it is no JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
