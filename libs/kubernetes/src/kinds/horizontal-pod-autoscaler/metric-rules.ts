import {
  checkName,
  compareQuantities,
  dnsLabelProblems,
  pathSegmentProblems,
  requireQuantity,
  ZERO_QUANTITY,
  type JudgedField,
} from '#apimachinery';
import { containerResourceName } from '../../resources/index.js';
import type { MetricSource, MetricSpec, MetricTarget, ObjectReference } from './type.js';

const SOURCES = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
} as const;
type SourceName = (typeof SOURCES)[keyof typeof SOURCES];
/** In the order of upstream: the first that is there is judged. */
const SOURCE_NAMES: readonly SourceName[] = ['object', 'external', 'pods', 'resource', 'containerResource'];
const TARGETS: readonly string[] = ['Utilization', 'Value', 'AverageValue'];

/** // as API server v1.34 validateMetrics */
export function checkMetrics(metrics: readonly MetricSpec[], minReplicas: number | undefined, at: JudgedField): void {
  metrics.forEach((metric, index) => checkMetric(metric, at.index(index)));
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External'))
    at.forbidden('must specify at least one Object or External metric to support scaling to zero replicas');
}

/** The object that is scaled, or described. // as API server v1.34 ValidateCrossVersionObjectReference */
export function checkReference({ kind = '', name = '' }: ObjectReference, at: JudgedField): void {
  for (const [field, value] of [
    ['kind', kind],
    ['name', name],
  ] as const) {
    if (value === '') at.child(field).required();
    else checkName(value, pathSegmentProblems, at.child(field));
  }
}

/** A version of a group, which is named unless it may be that of the core. // as API server v1.34 ValidateAPIVersion */
export function checkApiVersion(
  apiVersion: string,
  { coreGroup }: { readonly coreGroup: boolean },
  at: JudgedField,
): void {
  const [group = '', ...versions] = apiVersion.split('/');
  if (versions.length > 1) at.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion}`);
  else if (!coreGroup && (group === '' || versions.length === 0))
    at.invalid(apiVersion, 'apiVersion must specify API group');
}

/** A source of the type, and no other. */
function checkMetric(metric: MetricSpec, at: JudgedField): void {
  const { type = '' } = metric;
  if (type === '') at.child('type').required('must specify a metric source type');
  const expected = Object.hasOwn(SOURCES, type) ? SOURCES[type as keyof typeof SOURCES] : undefined;
  if (expected === undefined) at.child('type').notSupported(type, Object.keys(SOURCES));
  const present = SOURCE_NAMES.filter((name) => metric[name] !== undefined);
  for (const name of present.slice(0, 1)) checkSource(name, metric[name] ?? {}, at.child(name));
  // Upstream reports an unknown type twice.
  if (expected === undefined) at.child('type').notSupported(type, Object.keys(SOURCES));
  else if (metric[expected] === undefined)
    at.child(expected).required('must populate information for the given metric source');
  if (present.length !== 1)
    for (const name of present)
      if (name !== expected) at.child(name).forbidden('must populate the given metric source only');
}

function checkSource(name: SourceName, source: MetricSource, at: JudgedField): void {
  const target = source.target ?? {};
  const path = at.child('target');
  if (name === 'object') {
    const { describedObject = {} } = source;
    checkReference(describedObject, at.child('describedObject'));
    const { apiVersion = '' } = describedObject;
    checkApiVersion(apiVersion, { coreGroup: true }, at.child('describedObject').child('apiVersion'));
  }
  if (name === 'resource' || name === 'containerResource') {
    const { name: resource = '' } = source;
    if (resource === '') at.child('name').required('must specify a resource name');
    else if (name === 'containerResource') containerResourceName(resource, at.child('name'));
    if (name === 'containerResource') checkContainer(source.container ?? '', at.child('container'));
    checkTarget(target, path);
    checkUtilization(target, path);
    return;
  }
  const metric = source.metric?.name ?? '';
  if (metric === '') at.child('metric').child('name').required('must specify a metric name');
  else checkName(metric, pathSegmentProblems, at.child('metric').child('name'));
  checkTarget(target, path);
  checkValue(name, target, path);
}

function checkContainer(name: string, at: JudgedField): void {
  if (name === '') at.required('must specify a container');
  else checkName(name, dnsLabelProblems, at);
}

function checkUtilization({ averageUtilization, averageValue }: MetricTarget, at: JudgedField): void {
  if (averageUtilization === undefined && averageValue === undefined)
    at.child('averageUtilization').required('must set either a target raw value or a target utilization');
  if (averageUtilization !== undefined && averageValue !== undefined)
    at.child('averageValue').forbidden('may not set both a target raw value and a target utilization');
}

function checkValue(name: SourceName, { value, averageValue }: MetricTarget, at: JudgedField): void {
  const none = value === undefined && averageValue === undefined;
  const both = value !== undefined && averageValue !== undefined;
  if (name === 'pods') {
    if (averageValue === undefined) at.child('averageValue').required('must specify a positive target averageValue');
  } else if (name === 'object') {
    if (none) at.child('averageValue').required('must set either a target value or averageValue');
  } else {
    if (none) at.child('averageValue').required('must set either a target value for metric or a per-pod target');
    if (both) at.child('value').forbidden('may not set both a target value for metric and a per-pod target');
  }
}

/** // as API server v1.34 validateMetricTarget */
function checkTarget(target: MetricTarget, at: JudgedField): void {
  const { type = '', averageUtilization } = target;
  if (type === '') at.child('type').required('must specify a metric target type');
  if (!TARGETS.includes(type)) at.child('type').invalid(type, 'must be either Utilization, Value, or AverageValue');
  for (const field of ['value', 'averageValue'] as const) {
    const amount = target[field];
    if (amount !== undefined && !isPositive(amount)) at.child(field).invalid(amount, 'must be positive');
  }
  if (averageUtilization !== undefined && averageUtilization < 1)
    at.child('averageUtilization').invalid(averageUtilization, 'must be greater than 0');
}

function isPositive(amount: string): boolean {
  return compareQuantities(requireQuantity(amount), ZERO_QUANTITY) > 0;
}
