import { checkNotNegative, checkSupported, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { horizontalPodAutoscalerColumns } from './columns.js';
import { checkApiVersion, checkMetrics, checkReference } from './metric-rules.js';
import type { HorizontalPodAutoscaler, ObjectReference, ScalingRules } from './type.js';

/** All about the kind HorizontalPodAutoscaler. */
export const horizontalPodAutoscalerKind = defineKind<HorizontalPodAutoscaler>({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  columns: horizontalPodAutoscalerColumns,
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  hasSpec: true,
  complete,
  prepare,
  check,
  checkStatus,
});

const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
const PERCENT = { type: 'Percent', value: 100, periodSeconds: 15 };
const FOUR_PODS = { type: 'Pods', value: 4, periodSeconds: 15 };

/** At least one pod, by the use of cpu. // as API server v1.34 SetDefaults_HorizontalPodAutoscaler of autoscaling/v2 */
function complete({ spec }: HorizontalPodAutoscaler): void {
  spec.minReplicas ??= 1;
  if ((spec.metrics ?? []).length === 0) spec.metrics = [structuredCloneOf(CPU)];
  const { behavior } = spec;
  if (behavior === undefined) return;
  behavior.scaleUp = {
    stabilizationWindowSeconds: 0,
    ...completeRules(behavior.scaleUp, [{ ...FOUR_PODS }, { ...PERCENT }]),
  };
  behavior.scaleDown = completeRules(behavior.scaleDown, [{ ...PERCENT }]);
}

function completeRules(rules: ScalingRules = {}, policies: NonNullable<ScalingRules['policies']>): ScalingRules {
  return { selectPolicy: 'Max', ...rules, policies: rules.policies ?? policies };
}

function structuredCloneOf(metric: typeof CPU): typeof CPU {
  return { ...metric, resource: { ...metric.resource, target: { ...metric.resource.target } } };
}

/**
 * Nothing is measured yet. A tolerance is a field of HPAConfigurableTolerance, which is off.
 * // as API server v1.34 autoscalerStrategy.PrepareForCreate, dropDisabledFields
 */
function prepare(autoscaler: HorizontalPodAutoscaler, { isNew, old }: Arrival): void {
  const rulesOf = (object: HorizontalPodAutoscaler | undefined): ScalingRules[] =>
    Object.values(object?.spec.behavior ?? {});
  if (!rulesOf(old as HorizontalPodAutoscaler | undefined).some(({ tolerance }) => tolerance !== undefined))
    for (const rules of rulesOf(autoscaler)) delete rules.tolerance;
  if (isNew || autoscaler.status === undefined) autoscaler.status = { currentMetrics: null, desiredReplicas: 0 };
}

/** // as API server v1.34 validateHorizontalPodAutoscalerSpec */
function check({ spec }: HorizontalPodAutoscaler, root: JudgedField, { old }: Arrival): void {
  const at = root.child('spec');
  const { minReplicas, maxReplicas = 0, behavior = {} } = spec;
  const before = old as HorizontalPodAutoscaler | undefined;
  const least = before?.spec.minReplicas === 0 ? 0 : 1;
  if (minReplicas !== undefined && minReplicas < least)
    at.child('minReplicas').invalid(minReplicas, `must be greater than or equal to ${least}`);
  if (maxReplicas < 1) at.child('maxReplicas').invalid(maxReplicas, 'must be greater than 0');
  if (minReplicas !== undefined && maxReplicas < minReplicas)
    at.child('maxReplicas').invalid(maxReplicas, 'must be greater than or equal to `minReplicas`');
  checkReference(spec.scaleTargetRef ?? {}, at.child('scaleTargetRef'));
  checkTargetVersion(spec.scaleTargetRef ?? {}, before?.spec.scaleTargetRef, at.child('scaleTargetRef'));
  checkMetrics(spec.metrics ?? [], minReplicas, at.child('metrics'));
  for (const field of ['scaleUp', 'scaleDown'] as const)
    if (behavior[field] !== undefined) checkRules(behavior[field], at.child('behavior').child(field));
}

/** The version of a kind that was there may stay; of the core group one kind scales. */
function checkTargetVersion(target: ObjectReference, before: ObjectReference | undefined, at: JudgedField): void {
  const { apiVersion = '', kind = '' } = target;
  if (before !== undefined && (before.apiVersion ?? '') === apiVersion && (before.kind ?? '') === kind) return;
  checkApiVersion(apiVersion, { coreGroup: kind === 'ReplicationController' }, at.child('apiVersion'));
}

const LONGEST_WINDOW = 3600;
const LONGEST_PERIOD = 1800;

/** // as API server v1.34 validateScalingRules */
function checkRules(rules: ScalingRules, at: JudgedField): void {
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [] } = rules;
  if (window < 0) at.child('stabilizationWindowSeconds').invalid(window, 'must be greater than or equal to zero');
  if (window > LONGEST_WINDOW)
    at.child('stabilizationWindowSeconds').invalid(window, `must be less than or equal to ${LONGEST_WINDOW}`);
  checkSupported(selectPolicy, ['Disabled', 'Max', 'Min'], at.child('selectPolicy'));
  if (policies.length === 0) at.child('policies').required('must specify at least one Policy');
  policies.forEach(({ type = '', value = 0, periodSeconds = 0 }, index) => {
    const path = at.child('policies').index(index);
    if (!['Percent', 'Pods'].includes(type)) path.child('type').notSupported(type, ['Percent', 'Pods']);
    if (value <= 0) path.child('value').invalid(value, 'must be greater than zero');
    if (periodSeconds <= 0) path.child('periodSeconds').invalid(periodSeconds, 'must be greater than zero');
    if (periodSeconds > LONGEST_PERIOD)
      path.child('periodSeconds').invalid(periodSeconds, `must be less than or equal to ${LONGEST_PERIOD}`);
  });
}

/** // as API server v1.34 ValidateHorizontalPodAutoscalerStatusUpdate */
function checkStatus({ status }: HorizontalPodAutoscaler, _before: HorizontalPodAutoscaler, root: JudgedField): void {
  const at = root.child('status');
  const { currentReplicas, desiredReplicas } = (status ?? {}) as Readonly<Record<string, number | undefined>>;
  checkNotNegative(currentReplicas, at.child('currentReplicas'));
  checkNotNegative(desiredReplicas, at.child('desiredReplicas'));
}
