import {
  checkName,
  compareQuantities,
  formatQuantity,
  isQuantityProblem,
  milliValue,
  parseQuantity,
  qualifiedNameProblems,
  type JudgedField,
  type Quantity,
} from '#apimachinery';
import {
  containerResourceName,
  isOvercommitAllowed,
  standardResourceName,
  type ResourceList,
} from '../../resources/index.js';
import type { LimitRangeItem } from './type.js';

const STANDARD_TYPES: readonly string[] = ['Container', 'PersistentVolumeClaim', 'Pod'];
const AMOUNTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

type Bounds = Readonly<Partial<Record<(typeof AMOUNTS)[number], Quantity>>>;

/** One item of a range: names, and amounts that agree with each other. // as API server v1.34 ValidateLimitRange */
export function checkLimitRangeItem(item: LimitRangeItem, at: JudgedField): void {
  const { type = '' } = item;
  checkType(type, at.child('type'));
  const ofPod = type === 'Pod';
  const nameRule = ofPod || type === 'Container' ? containerResourceName : standardResourceName;
  for (const field of AMOUNTS) {
    if (ofPod && (field === 'default' || field === 'defaultRequest')) continue;
    for (const name of Object.keys(item[field] ?? {})) nameRule(name, at.child(field).key(name));
  }
  for (const field of ofPod ? (['default', 'defaultRequest'] as const) : []) {
    if (Object.keys(item[field] ?? {}).length > 0)
      at.child(field).forbidden("may not be specified when `type` is 'Pod'");
  }
  if (type === 'PersistentVolumeClaim' && item.min?.['storage'] === undefined && item.max?.['storage'] === undefined)
    at.child('limits').required('either minimum or maximum storage value is required, but neither was provided');
  for (const name of resourcesOf(item, ofPod)) checkBounds(name, boundsOf(item, name, ofPod), at);
}

function checkType(type: string, at: JudgedField): void {
  const before = at.problems.length;
  checkName(type, qualifiedNameProblems, at);
  if (at.problems.length === before && !type.includes('/') && !STANDARD_TYPES.includes(type))
    at.invalid(type, 'must be a standard limit type or fully qualified');
}

function resourcesOf(item: LimitRangeItem, ofPod: boolean): ReadonlySet<string> {
  const { default: limits, defaultRequest, ...rest } = item;
  const lists: (ResourceList | undefined)[] = [rest.max, rest.min, rest.maxLimitRequestRatio];
  return new Set([...lists, ...(ofPod ? [] : [limits, defaultRequest])].flatMap((list) => Object.keys(list ?? {})));
}

function boundsOf(item: LimitRangeItem, name: string, ofPod: boolean): Bounds {
  const entries = AMOUNTS.flatMap((field) => {
    if (ofPod && (field === 'default' || field === 'defaultRequest')) return [];
    const list = item[field];
    const amount = list !== undefined && Object.hasOwn(list, name) ? parseQuantity(list[name] ?? '0') : undefined;
    return amount === undefined || isQuantityProblem(amount) ? [] : [[field, amount] as const];
  });
  return Object.fromEntries(entries);
}

/** What must not be more than what: the fields, the one that is reported, its amount, and their names in the text. */
const ORDER = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest', 'default request value', 'default limit value'],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;

function checkBounds(name: string, bounds: Bounds, at: JudgedField): void {
  for (const [less, more, field, shown, lessName, moreName] of ORDER) {
    const [a, b] = [bounds[less], bounds[more]];
    if (a === undefined || b === undefined || compareQuantities(a, b) <= 0) continue;
    const detail = `${lessName} ${formatQuantity(a)} is greater than ${moreName} ${formatQuantity(b)}`;
    at.child(field).key(name).invalid(textOf(bounds[shown]), detail);
  }
  checkRatio(bounds, at.child('maxLimitRequestRatio').key(name));
  const { default: limit, defaultRequest: request } = bounds;
  if (limit === undefined || request === undefined || isOvercommitAllowed(name)) return;
  if (compareQuantities(limit, request) !== 0) {
    const [most, shown] = [formatQuantity(limit), formatQuantity(request)];
    const detail = `default value ${most} must equal to defaultRequest value ${shown} in ${name}`;
    at.child('defaultRequest').key(name).invalid(shown, detail);
  }
}

function checkRatio({ maxLimitRequestRatio: ratio, min, max }: Bounds, at: JudgedField): void {
  if (ratio === undefined) return;
  const shown = formatQuantity(ratio);
  if (milliValue(ratio) < 1000n) at.invalid(shown, `ratio ${shown} is less than 1`);
  if (min === undefined || max === undefined) return;
  const most = Number(milliValue(max)) / Number(milliValue(min));
  if (Number(milliValue(ratio)) / 1000 > most)
    at.invalid(shown, `ratio ${shown} is greater than max/min = ${most.toFixed(6)}`);
}

function textOf(amount: Quantity | undefined): string {
  return amount === undefined ? '0' : formatQuantity(amount);
}
