import { isJsonObject } from '#json';
import { decoder, FieldPath, quantity, roundedQuantity, type Decoder } from '#apimachinery';
import { kubernetesType, type KubernetesField, type KubernetesShape, type KubernetesType } from './field-table.js';
import { typeOfKind, type KindReference } from './resource-table.js';

/**
 * Times, lists and objects that the API server prints as null where there is none, besides lists that are required.
 * Its structures hold these times by value.
 */
const PRINTED_NULLS: ReadonlySet<string> = new Set([
  'Condition.lastTransitionTime',
  'CSINodeDriver.topologyKeys',
  'CSINodeSpec.drivers',
  'ContainerStateRunning.startedAt',
  'ContainerStateTerminated.finishedAt',
  'ContainerStateTerminated.startedAt',
  'DaemonSetCondition.lastTransitionTime',
  'DeviceClaim.requests',
  'DeploymentCondition.lastTransitionTime',
  'DeploymentCondition.lastUpdateTime',
  'EndpointSlice.ports',
  'HorizontalPodAutoscalerCondition.lastTransitionTime',
  'autoscaling.v2.HorizontalPodAutoscalerStatus.currentMetrics',
  'JobCondition.lastProbeTime',
  'JobCondition.lastTransitionTime',
  'ClusterRole.rules',
  'LimitRangeSpec.limits',
  'ResourceSliceSpec.devices',
  'Role.rules',
  'TokenRequestSpec.boundObjectRef',
  'core.v1.Event.eventTime',
  'core.v1.Event.firstTimestamp',
  'core.v1.Event.lastTimestamp',
  'core.v1.EventSeries.lastObservedTime',
]);

/** Texts that it prints though they are neither required nor there. */
const PRINTED_TEXTS: ReadonlySet<string> = new Set([
  'core.v1.Event.reportingComponent',
  'core.v1.Event.reportingInstance',
]);

/** Amounts that are kept as they are; all other amounts in maps are rounded up to milli, as lists of resources are. */
const EXACT_AMOUNTS: ReadonlySet<string> = new Set([
  'CapacityRequirements.requests',
  'DeviceRequestAllocationResult.consumedCapacity',
]);

/**
 * Reads objects of a kind by the table of its types: amounts and times become canonical, null in a map is the empty
 * value, and scalars that the API server always prints are there. Stands behind `undecodable` and `dropAbsentFields`.
 * @throws where the table has no such kind
 */
export function tableDecoder<T>(kind: KindReference): Decoder<T> {
  const type = typeOfKind(kind);
  if (type === undefined) throw new Error(`no type of ${kind.apiVersion} ${kind.kind} is in the table`);
  return decoder<T>({ type: 'object', fields: {} }, (value) => readObject(value, type));
}

function readObject(value: unknown, type: KubernetesType): unknown {
  if (!isJsonObject(value)) return value;
  for (const [name, field] of type.fields) {
    const place = `${type.name}.${name}`;
    const given = value[name];
    if (given === undefined || given === null) setAbsent(value, { name, field, place });
    else value[name] = read(given, field, place);
  }
  return value;
}

interface AbsentField {
  readonly name: string;
  readonly field: KubernetesField;
  readonly place: string;
}

/** Whether an absent field of a type is printed as null. */
export function isPrintedNull(type: KubernetesType, name: string): boolean {
  return PRINTED_NULLS.has(`${type.name}.${name}`);
}

function setAbsent(object: Record<string, unknown>, { name, field, place }: AbsentField): void {
  if (PRINTED_NULLS.has(place)) object[name] = null;
  else if (PRINTED_TEXTS.has(place)) object[name] = '';
  else if (field.required && field.default !== undefined) object[name] = field.default;
  else if (field.required && field.type === 'list') object[name] = null;
  else if (Object.hasOwn(object, name)) delete object[name];
}

function read(value: unknown, shape: KubernetesShape, place: string): unknown {
  switch (shape.type) {
    case 'object': {
      const type = kubernetesType(shape.name);
      return type === undefined ? value : readObject(value, type);
    }
    case 'list':
      return Array.isArray(value) ? value.map((item) => read(item, shape.items, place)) : value;
    case 'map':
      return isJsonObject(value) ? readMap(value, shape.entries, place) : value;
    case 'time':
      return timeText(value, 0);
    case 'microTime':
      return timeText(value, 6);
    case 'quantity':
      return quantity(value, FieldPath.root, []);
    default:
      return value;
  }
}

const EMPTY: Partial<Record<KubernetesShape['type'], unknown>> = { text: '', bytes: null, quantity: '0', list: null };

function readMap(map: Record<string, unknown>, shape: KubernetesShape, place: string): Record<string, unknown> {
  const rounded = shape.type === 'quantity' && !EXACT_AMOUNTS.has(place);
  for (const [key, value] of Object.entries(map)) {
    if (value === null) map[key] = Object.hasOwn(EMPTY, shape.type) ? EMPTY[shape.type] : {};
    else map[key] = rounded ? roundedQuantity(value, FieldPath.root, []) : read(value, shape, place);
  }
  return map;
}

/** A time in UTC with so many digits behind the second; further ones are cut. // as metav1.Time and MicroTime */
function timeText(value: unknown, digits: number): unknown {
  if (typeof value !== 'string') return value;
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? '';
  const seconds = new Date(value.replace(/\.\d+/, '')).toISOString().slice(0, 19);
  return `${seconds}${digits === 0 ? '' : `.${fraction.padEnd(digits, '0').slice(0, digits)}`}Z`;
}
