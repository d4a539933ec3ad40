import { ownField } from '#json';
import { shownValue } from '#apimachinery';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';

/** The parameters of a query, as they arrive. */
export type Query = Readonly<Record<string, unknown>>;

/** Of a parameter that is given twice the first value counts. */
export function valueOf(query: Query, name: string): string | undefined {
  const value: unknown = ownField(query, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Only absence, `false` and `0` are false. // as apimachinery v1.34 Convert_Slice_string_To_bool */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** 0 where nothing is given. @throws RequestRefused in the words of Go */
export function wholeNumber(value = ''): number {
  if (value === '' || /^[+-]?[0-9]{1,15}$/.test(value)) return Number(value);
  const why = /^[+-]?[0-9]+$/.test(value) ? 'value out of range' : 'invalid syntax';
  throw RequestRefused.with(ErrorCode.INVALID_REQUEST, `strconv.ParseInt: parsing ${shownValue(value)}: ${why}`);
}

const LARGEST_VERSION = 2n ** 64n - 1n;

/** What is wrong with the text of a position in Go's words; undefined of a number of 64 bits, and of no text. */
export function versionProblem(resourceVersion: string): string | undefined {
  const isNumber = /^[0-9]*$/.test(resourceVersion);
  if (isNumber && BigInt(resourceVersion) <= LARGEST_VERSION) return undefined;
  const value = shownValue(resourceVersion);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  return `Invalid value: ${value}: strconv.ParseUint: parsing ${value}: ${why}`;
}

/** A duration of Go, such as `30s` or `1m30s`; a client that waits no longer says so in every request. */
const DURATION = /^[+-]?(0|([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$/;

/** @throws RequestRefused for a `timeout` that is no duration */
export function checkTimeout(query: Query): void {
  const timeout = valueOf(query, 'timeout') ?? '';
  if (timeout === '' || DURATION.test(timeout)) return;
  throw RequestRefused.with(
    ErrorCode.INVALID_REQUEST,
    `invalid timeout specified in the request URL - time: ${durationProblem(timeout)}`,
  );
}

/** As Go's time.ParseDuration says it. */
function durationProblem(text: string): string {
  const shown = shownValue(text);
  if (/^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text)) return `missing unit in duration ${shown}`;
  const unit = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)([^0-9.]+)/.exec(text)?.[1];
  return unit === undefined ? `invalid duration ${shown}` : `unknown unit ${shownValue(unit)} in duration ${shown}`;
}
