import { AGE, ageOf, described, NAME, ofField, printerColumns } from '../../table/index.js';
import { metricsText, type MetricSpec, type MetricStatus } from './metrics-text.js';

interface PrintedAutoscaler {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly MetricSpec[];
  };
  readonly status?: { readonly currentReplicas?: number; readonly currentMetrics?: readonly MetricStatus[] | null };
}

const REFERENCE =
  'scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be ' +
  'collected, as well as to actually change the replica count.';
const TARGETS =
  'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica ' +
  'count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between ' +
  'the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the ' +
  'pod count is increased, and vice-versa.  See the individual metric source types for more information about how ' +
  'each type of metric must respond.';

/** An autoscaler in a table. */
export const horizontalPodAutoscalerColumns = printerColumns<PrintedAutoscaler>({
  columns: [
    NAME,
    described('Reference', REFERENCE),
    described('Targets', TARGETS),
    ofField('MinPods', 'V2HorizontalPodAutoscalerSpec.minReplicas'),
    ofField('MaxPods', 'V2HorizontalPodAutoscalerSpec.maxReplicas'),
    ofField('Replicas', 'V2HorizontalPodAutoscalerStatus.currentReplicas'),
    AGE,
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    `${spec.scaleTargetRef?.kind ?? ''}/${spec.scaleTargetRef?.name ?? ''}`,
    metricsText(spec.metrics ?? [], status.currentMetrics ?? []),
    spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas),
    spec.maxReplicas ?? 0,
    status.currentReplicas ?? 0,
    ageOf(metadata.creationTimestamp, now),
  ],
});
