import { isJsonObject } from '#json';
import { keyText, scalarText } from './yaml-scalar.js';

/** Columns of a level. */
const LEVEL = 2;

/**
 * An object as YAML in the form that sigs.k8s.io/yaml writes: keys in natural order, lists not indented, scalars folded
 * behind column 80. No library writes this form. // as go.yaml.in/yaml/v2 emitterc, sorter
 */
export function yamlText(object: object): string {
  return `${nested(object, 0)?.trimStart() ?? inFlow(object)}\n`;
}

/** A map or a list that is not empty, its first line included; undefined for any other value. */
function nested(value: unknown, indent: number): string | undefined {
  const margin = ' '.repeat(indent);
  if (Array.isArray(value) && value.length > 0)
    return value.map((item: unknown) => `${margin}-${ofItem(item, indent)}`).join('\n');
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
  if (entries.length === 0) return undefined;
  entries.sort(([a], [b]) => naturalOrder(a, b));
  return entries.map(([key, inside]) => `${margin}${ofEntry(keyText(key), inside, indent)}`).join('\n');
}

/** The first line of what is in a list stands behind the dash. */
function ofItem(value: unknown, indent: number): string {
  const inside = nested(value, indent + LEVEL);
  return inside === undefined ? ` ${flat(value, indent, indent + LEVEL)}` : ` ${inside.trimStart()}`;
}

function ofEntry(key: string, value: unknown, indent: number): string {
  const inside = nested(value, Array.isArray(value) ? indent : indent + LEVEL);
  return inside === undefined ? `${key}: ${flat(value, indent, indent + key.length + 2)}` : `${key}:\n${inside}`;
}

function flat(value: unknown, indent: number, column: number): string {
  return typeof value === 'string' ? scalarText(value, { column, indent: indent + LEVEL }) : inFlow(value);
}

/** An empty map, an empty list, a number, a boolean or null. */
function inFlow(value: unknown): string {
  return Array.isArray(value) ? '[]' : isJsonObject(value) ? '{}' : JSON.stringify(value);
}

/** Of two keys that differ in digits the lower number is first; letters are behind all other signs. */
function naturalOrder(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((sign, index) => sign !== right[index]);
  const [ours = '', theirs = ''] = [left[at], right[at]];
  if (ours === '' || theirs === '') return left.length - right.length;
  const isLetter = [ours, theirs].map((sign) => /\p{L}/u.test(sign));
  if (isLetter[0] !== isLetter[1]) return isLetter[0] === true ? 1 : -1;
  const byCode = (ours.codePointAt(0) ?? 0) - (theirs.codePointAt(0) ?? 0);
  return isLetter[0] === true ? byCode : byNumber(left, right, at) || byCode;
}

function byNumber(left: readonly string[], right: readonly string[], at: number): number {
  const before = /[1-9]\d*$/.test(left.slice(0, at).join('')) ? '1' : '';
  const [ours = '', theirs = ''] = [left, right].map((signs) => /^\d*/.exec(signs.slice(at).join(''))?.[0]);
  return Number(before + ours) - Number(before + theirs) || ours.length - theirs.length;
}
