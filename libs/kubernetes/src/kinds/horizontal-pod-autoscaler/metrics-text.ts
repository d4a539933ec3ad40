/** A metric of an autoscaler, as far as columns show it. */
export interface MetricSpec {
  readonly type?: string;
  readonly resource?: MetricTarget;
  readonly containerResource?: MetricTarget;
  readonly pods?: MetricTarget;
  readonly object?: MetricTarget;
  readonly external?: MetricTarget;
}

interface MetricTarget {
  readonly name?: string;
  readonly target?: MetricValue;
}

/** What a metric was last measured at. */
export interface MetricStatus {
  readonly resource?: MeasuredMetric;
  readonly containerResource?: MeasuredMetric;
  readonly pods?: MeasuredMetric;
  readonly object?: MeasuredMetric;
  readonly external?: MeasuredMetric;
}

interface MeasuredMetric {
  readonly current?: MetricValue;
}

interface MetricValue {
  readonly averageValue?: string;
  readonly averageUtilization?: number;
  readonly value?: string;
}

const UNKNOWN = '<unknown>';
const MOST = 2;

/** Each metric as `current/target`, the first two; a status is that of the metric in its place. */
export function metricsText(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return '<none>';
  const texts = specs.map((spec, index) => metricText(spec, statuses[index] ?? {}));
  const shown = texts.slice(0, MOST).join(', ');
  return texts.length > MOST ? `${shown} + ${texts.length - MOST} more...` : shown;
}

function metricText(spec: MetricSpec, status: MetricStatus): string {
  switch (spec.type) {
    case 'Resource':
      return resourceText(spec.resource, status.resource);
    case 'ContainerResource':
      return resourceText(spec.containerResource, status.containerResource);
    case 'Pods':
      return `${status.pods?.current?.averageValue ?? UNKNOWN}/${spec.pods?.target?.averageValue ?? ''}`;
    case 'Object':
      return valueText(spec.object, status.object);
    case 'External':
      return valueText(spec.external, status.external);
    default:
      return '<unknown type>';
  }
}

function resourceText({ name = '', target = {} }: MetricTarget = {}, { current }: MeasuredMetric = {}): string {
  if (target.averageValue !== undefined) return `${name}: ${current?.averageValue ?? UNKNOWN}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string): string =>
    value === undefined ? otherwise : `${value}%`;
  return `${name}: ${percent(current?.averageUtilization, UNKNOWN)}/${percent(target.averageUtilization, '<auto>')}`;
}

function valueText({ target = {} }: MetricTarget = {}, { current }: MeasuredMetric = {}): string {
  return target.averageValue === undefined
    ? `${current?.value ?? UNKNOWN}/${target.value ?? ''}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
}
