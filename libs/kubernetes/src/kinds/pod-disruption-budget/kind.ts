import {
  checkLabelSelector,
  checkNotNegative,
  checkSupported,
  int32,
  intOrText,
  labelSelector,
  object,
  pathSegmentProblems,
  text,
  timeMap,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import { internalView } from '../../internals/index.js';
import { checkConditions, conditions, type Condition, type KubernetesObject } from '../../metadata/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { podDisruptionBudgetColumns } from './columns.js';

/** policy/v1 PodDisruptionBudget: how many of some pods may be evicted. */
export interface PodDisruptionBudget extends KubernetesObject {
  kind: 'PodDisruptionBudget';
  spec: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelector;
    unhealthyPodEvictionPolicy?: string;
  };
  status?: {
    disruptionsAllowed?: number;
    disruptedPods?: Record<string, string>;
    currentHealthy?: number;
    desiredHealthy?: number;
    expectedPods?: number;
    conditions?: readonly Condition[];
  };
}

/** All about the kind PodDisruptionBudget. */
export const podDisruptionBudgetKind = defineKind<PodDisruptionBudget>({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  judgesMetadata: [],
  judgesNewMetadata: false,
  requiresVersion: true,
  shortNames: ['pdb'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  computesStatus: true,
  hasSpec: true,
  columns: podDisruptionBudgetColumns,
  fields: {
    spec: object({
      minAvailable: intOrText,
      maxUnavailable: intOrText,
      selector: labelSelector,
      unhealthyPodEvictionPolicy: text,
    }),
    status: object({
      disruptionsAllowed: int32,
      disruptedPods: timeMap,
      currentHealthy: int32,
      desiredHealthy: int32,
      expectedPods: int32,
      conditions,
    }),
  },
  name: pathSegmentProblems,
  prepare,
  check,
  checkStatus,
});

const EVICTION_POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];
const NO_PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** It says one of two things, as a number or a percentage. // as API server v1.34 ValidatePodDisruptionBudget */
function check({ spec }: PodDisruptionBudget, root: JudgedField): void {
  const at = root.child('spec');
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    at.invalid(internalView(spec, 'PodDisruptionBudgetSpec'), 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) checkAmountOrPercent(spec[field], at.child(field));
  checkLabelSelector(spec.selector, at.child('selector'));
  checkSupported(spec.unhealthyPodEvictionPolicy, EVICTION_POLICIES, at.child('unhealthyPodEvictionPolicy'));
}

const COUNTS = ['currentHealthy', 'desiredHealthy', 'disruptionsAllowed', 'expectedPods'] as const;

/** Nothing is counted yet. // as API server v1.34 podDisruptionBudgetStrategy.PrepareForCreate */
function prepare(budget: PodDisruptionBudget, { isNew }: Arrival): void {
  if (!isNew) return;
  const status = (budget.status ??= {});
  for (const field of COUNTS) status[field] ??= 0;
}

/** Conditions and numbers of pods. // as API server v1.34 ValidatePodDisruptionBudgetStatusUpdate */
function checkStatus({ status }: PodDisruptionBudget, _before: PodDisruptionBudget, root: JudgedField): void {
  const at = root.child('status');
  checkConditions(status?.conditions ?? [], at.child('conditions'));
  for (const field of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const)
    checkNotNegative(status?.[field], at.child(field));
}

function checkAmountOrPercent(value: number | string | undefined, at: JudgedField): void {
  if (typeof value === 'number') checkNotNegative(value, at);
  else if (value !== undefined && !/^[0-9]+%$/.test(value)) at.invalid(value, NO_PERCENT);
  else if (value !== undefined && Number(value.slice(0, -1)) > 100) at.invalid(value, 'must not be greater than 100%');
}
