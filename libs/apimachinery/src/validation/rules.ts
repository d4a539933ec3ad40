import { dnsSubdomainProblems, labelValueProblems, qualifiedNameProblems, type NameCheck } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { isJsonObject } from '#json';

/** Every complaint of a name check is a problem of its own. */
export function checkName(name: string, check: NameCheck, at: JudgedField): void {
  for (const text of check(name)) at.invalid(name, text);
}

/** A text from a fixed set; absent is fine. */
export function checkChoice(value: string | undefined, choices: readonly string[], at: JudgedField): void {
  if (value !== undefined && value !== '' && !choices.includes(value)) at.notSupported(value, choices);
}

/** A text from a fixed set, to which an empty one does not belong; absent is fine. */
export function checkSupported(value: string | undefined, choices: readonly string[], at: JudgedField): void {
  if (value !== undefined && !choices.includes(value)) at.notSupported(value, choices);
}

/** A text from a fixed set that must be there. */
export function requireChoice(value: string | undefined, choices: readonly string[], at: JudgedField): void {
  if (value === undefined || value === '') at.required();
  else checkChoice(value, choices, at);
}

/** Labels, a selector of exact labels, a nodeSelector. // as metav1 validation ValidateLabels */
export function checkLabels(labels: Readonly<Record<string, string>> | undefined, at: JudgedField): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    checkName(key, qualifiedNameProblems, at);
    checkName(value, labelValueProblems, at);
  }
}

const PATH_FORM = `[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+`;

/** A DNS subdomain, a slash and a path, such as a controller is named. // as apimachinery v1.34 IsDomainPrefixedPath */
export function checkDomainPrefixedPath(name: string, at: JudgedField): void {
  const [, host = '', path = ''] = /^([^/]*)\/?([^]*)$/.exec(name) ?? [];
  if (name === '') at.required();
  else if (host === '' || path === '') at.invalid(name, 'must be a domain-prefixed path (such as "acme.io/foo")');
  else {
    checkName(host, dnsSubdomainProblems, at);
    if (!new RegExp(`^${PATH_FORM}$`).test(path))
      at.invalid(path, `Invalid path (regex used for validation is '${PATH_FORM}')`);
  }
}

/** A number that must not be below zero. */
export function checkNotNegative(value: number | undefined, at: JudgedField): void {
  if (value !== undefined && value < 0) at.invalid(value, 'must be greater than or equal to 0');
}

/** Whether a path leads upwards somewhere. */
export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..');
}

/** A path that leads downwards. // as API server v1.34 validateLocalDescendingPath */
export function checkDescendingPath(path: string, at: JudgedField): void {
  if (path.startsWith('/')) at.invalid(path, 'must be a relative path');
  checkNoBacksteps(path, at);
}

/** A path that does not lead upwards. // as API server v1.34 validatePathNoBacksteps */
export function checkNoBacksteps(path: string, at: JudgedField): void {
  if (hasBacksteps(path)) at.invalid(path, "must not contain '..'");
}

/** Whether two JSON values say the same; what is absent equals what is empty. // as apimachinery Semantic.DeepEqual */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    sameValue(ownValue(a, key), ownValue(b, key)),
  );
}

/** A field that may not change once it is there. */
export function checkImmutable(value: unknown, before: unknown, at: JudgedField): void {
  if (!sameValue(value, before)) at.invalid(value, 'field is immutable');
}

function ownValue(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
