import { isJsonObject } from '#json';
import { FieldPath, invalid, isQuantityProblem, parseQuantity, wrongType, type FieldProblem } from '#apimachinery';
import { illegalBase64Byte } from './base64.js';
import { kubernetesType, type KubernetesScalar, type KubernetesShape, type KubernetesType } from './field-table.js';
import { typeOfKind, type KindReference } from './resource-table.js';

/** Why an object cannot be read: each field that holds something else, and the one sentence of the API server. */
export interface Undecodable {
  readonly problems: readonly FieldProblem[];
  /** `json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool` */
  readonly sentence: string;
}

/**
 * What of an object has not the type of its field. The API server says of them the first alone; but where a field reads
 * itself, as amounts and times do, reading ends there, and that is what it says.
 * // as encoding/json of Go, which API server v1.34 decodes with
 */
export function undecodable(object: unknown, kind: KindReference): Undecodable | undefined {
  const type = typeOfKind(kind);
  if (type === undefined || isObjectOf(object, type)) return undefined;
  const faults: Fault[] = [];
  readObject(object, type, { path: FieldPath.root, fields: '', struct: structOf(type), faults });
  const said = faults.find(({ ends }) => ends) ?? faults[0];
  return said && { problems: faults.map(({ problem }) => problem), sentence: said.sentence };
}

interface Fault {
  readonly problem: FieldProblem;
  readonly sentence: string;
  readonly ends: boolean;
}

interface Place {
  readonly path: FieldPath;
  /** The names of the fields on the way, as Go tells them: without places in lists and keys of maps. */
  readonly fields: string;
  /** The structure that the field is of. */
  readonly struct: string;
  readonly faults: Fault[];
}

/** The quick answer for nearly every object. Null is nothing, in every field. */
function isObjectOf(value: unknown, { fields }: KubernetesType): boolean {
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) {
    const shape = fields.get(key);
    if (shape !== undefined && !isOf(value[key], shape)) return false;
  }
  return true;
}

function isOf(value: unknown, shape: KubernetesShape): boolean {
  if (value === null || value === undefined) return true;
  switch (shape.type) {
    case 'object': {
      const type = kubernetesType(shape.name);
      return type === undefined || isObjectOf(value, type);
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => isOf(item, shape.items));
    case 'map':
      return isJsonObject(value) && Object.keys(value).every((key) => isOf(value[key], shape.entries));
    default:
      return isScalar(value, shape.type);
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function isScalar(value: unknown, type: KubernetesScalar): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'bytes':
      return typeof value === 'string' && illegalBase64Byte(value) === undefined;
    case 'flag':
      return typeof value === 'boolean';
    case 'int32':
      return typeof value === 'number' && (value | 0) === value;
    case 'int64':
      // What is beyond 2^53 is refused as such, and what is beyond 2^63 is none.
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63;
    case 'intOrText':
      return typeof value === 'string' || (typeof value === 'number' && (value | 0) === value);
    case 'quantity':
      return isQuantity(value);
    case 'time':
    case 'microTime':
      return typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
    case 'any':
      return true;
  }
}

/** As nearly all are written: these are quantities without another look. */
const PLAIN_QUANTITY = /^\d{1,15}(m|[kMGTPE]|[KMGTPE]i)?$/;

function isQuantity(value: unknown): boolean {
  if (typeof value === 'string' && PLAIN_QUANTITY.test(value)) return true;
  return (typeof value === 'string' || typeof value === 'number') && !isQuantityProblem(parseQuantity(value));
}

function readObject(value: unknown, type: KubernetesType, place: Place): void {
  if (!isJsonObject(value)) {
    mistyped(value, place, { expected: 'an object', goType: type.goName });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const shape = type.fields.get(key);
    if (shape === undefined || isOf(item, shape)) continue;
    const fields = place.fields === '' ? key : `${place.fields}.${key}`;
    read(item, shape, { ...place, path: place.path.child(key), fields, struct: structOf(type) });
  }
}

function read(value: unknown, shape: KubernetesShape, place: Place): void {
  if (value === null) return;
  if (shape.type === 'object') {
    const type = kubernetesType(shape.name);
    if (type !== undefined) readObject(value, type, place);
  } else if (shape.type === 'list') {
    if (!Array.isArray(value)) mistyped(value, place, { expected: 'an array', goType: goType(shape) });
    else value.forEach((item, index) => read(item, shape.items, { ...place, path: place.path.index(index) }));
  } else if (shape.type === 'map') {
    if (!isJsonObject(value)) mistyped(value, place, { expected: 'an object', goType: goType(shape) });
    else for (const key of Object.keys(value)) read(value[key], shape.entries, { ...place, path: place.path.key(key) });
  } else if (!isScalar(value, shape.type)) {
    readScalar(value, shape.type, place);
  }
}

const EXPECTED: Readonly<Record<KubernetesScalar, string>> = {
  text: 'a string',
  bytes: 'a string',
  flag: 'a boolean',
  int32: 'an integer',
  int64: 'an integer',
  intOrText: 'an integer',
  time: 'a string',
  microTime: 'a string',
  quantity: 'a quantity: a string or a number',
  any: 'anything',
};

const GO_TYPES: Readonly<Record<KubernetesScalar, string>> = {
  text: 'string',
  bytes: '[]uint8',
  flag: 'bool',
  int32: 'int32',
  int64: 'int64',
  intOrText: 'int32',
  time: 'string',
  microTime: 'string',
  quantity: 'resource.Quantity',
  any: 'interface {}',
};

function readScalar(value: unknown, type: KubernetesScalar, place: Place): void {
  if (type === 'quantity') ofQuantity(value, place);
  else if (typeof value === 'string' && (type === 'time' || type === 'microTime')) ofTime(value, place);
  else if (typeof value === 'string' && type === 'bytes') ofBytes(value, place);
  else if (typeof value === 'number' && Number.isInteger(value) && EXPECTED[type] === 'an integer')
    fault(place, {
      problem: invalid(place.path, value, `must be between ${-(2 ** 31)} and ${2 ** 31 - 1}, inclusive`),
      sentence: unmarshal(value, place, GO_TYPES[type]),
    });
  else mistyped(value, place, { expected: EXPECTED[type], goType: GO_TYPES[type], ends: endsReading(type) });
}

/** Times, amounts and what is a number or a text read themselves. */
function endsReading(type: KubernetesScalar): boolean {
  return type === 'time' || type === 'microTime' || type === 'quantity' || type === 'intOrText';
}

const FORM_OF_QUANTITIES =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function ofQuantity(value: unknown, place: Place): void {
  const parsed = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
  const sentence = parsed !== undefined && isQuantityProblem(parsed) ? parsed.problem : FORM_OF_QUANTITIES;
  const problem =
    parsed === undefined ? wrongType(place.path, value, EXPECTED.quantity) : invalid(place.path, value, sentence);
  fault(place, { problem, sentence, ends: true });
}

function ofBytes(value: string, place: Place): void {
  const sentence = `illegal base64 data at input byte ${illegalBase64Byte(value) ?? 0}`;
  fault(place, { problem: invalid(place.path, value, sentence), sentence });
}

const FORM_OF_TIMES = '2006-01-02T15:04:05Z07:00';

function ofTime(value: string, place: Place): void {
  const problem = invalid(place.path, value, 'must be a time of the form 2006-01-02T15:04:05Z (RFC 3339)');
  fault(place, { problem, sentence: timeSentence(value), ends: true });
}

/** The parts of a time, each with what stands for it in the form. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d\d/, '01'],
  [/^-/, '-'],
  [/^\d\d/, '02'],
  [/^T/, 'T'],
  [/^\d\d/, '15'],
  [/^:/, ':'],
  [/^\d\d/, '04'],
  [/^:/, ':'],
  [/^\d\d(\.\d+)?/, '05'],
  [/^(Z|[+-]\d\d:\d\d)/, 'Z07:00'],
];

/** Where reading the time stops. // as time.Parse of Go */
function timeSentence(value: string): string {
  const said = `parsing time ${JSON.stringify(value)} as ${JSON.stringify(FORM_OF_TIMES)}`;
  let rest = value;
  for (const [part, form] of PARTS) {
    const found = part.exec(rest)?.[0];
    if (found === undefined) return `${said}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(form)}`;
    rest = rest.slice(found.length);
  }
  if (rest !== '') return `${said}: extra text: ${JSON.stringify(rest)}`;
  return `parsing time ${JSON.stringify(value)}: day out of range`;
}

/** As Go tells the structure of a field: without its package. */
function structOf({ goName }: KubernetesType): string {
  return goName.slice(goName.indexOf('.') + 1);
}

function mistyped(
  value: unknown,
  place: Place,
  { expected, goType: type, ends }: { expected: string; goType: string; ends?: boolean },
): void {
  fault(place, { problem: wrongType(place.path, value, expected), sentence: unmarshal(value, place, type), ends });
}

function fault(
  { faults }: Place,
  { problem, sentence, ends = false }: Omit<Fault, 'ends'> & { ends?: boolean | undefined },
): void {
  faults.push({ problem, sentence, ends });
}

function unmarshal(value: unknown, { struct, fields }: Place, type: string): string {
  const into = fields === '' ? `Go value of type ${type}` : `Go struct field ${struct}.${fields} of type ${type}`;
  return `json: cannot unmarshal ${found(value, type)} into ${into}`;
}

/** What stands there, as Go tells it: a number by itself where it is one, but none that the type holds. */
function found(value: unknown, type: string): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number')
    return type.startsWith('int') && type !== 'interface {}' ? `number ${value}` : 'number';
  return typeof value;
}

function goType(shape: KubernetesShape): string {
  if (shape.type === 'list') return `[]${goType(shape.items)}`;
  if (shape.type === 'map')
    return shape.entries.type === 'quantity' ? 'v1.ResourceList' : `map[string]${goType(shape.entries)}`;
  return shape.type === 'object' ? (kubernetesType(shape.name)?.goName ?? shape.name) : GO_TYPES[shape.type];
}
