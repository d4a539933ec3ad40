import type { NameCheck } from './name-formats.js';

const NOTHING: readonly string[] = [];

/** What is wrong with an address, in upstream's words. // as apimachinery v1.34 IsValidIP */
export const ipProblems: NameCheck = (text) =>
  isIp(text) ? NOTHING : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];

/** The same of a range of addresses. // as apimachinery v1.34 IsValidCIDR */
export const cidrProblems: NameCheck = (text) =>
  isCidr(text) ? NOTHING : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];

/** Whether it is an address of version 6. */
export function isIpv6(text: string): boolean {
  return isIp(text) && text.includes(':');
}

/** Zeros may lead a part of an address of version 4, as they always might. */
function isIp(text: string): boolean {
  return text.includes(':') ? isVersion6(text) : isVersion4(text);
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const most = address.includes(':') ? 128 : 32;
  return more.length === 0 && isIp(address) && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

function isVersion4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255);
}

function isVersion6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = [...groupsOf(head), ...groupsOf(tail ?? '')];
  const last = groups.at(-1) ?? '';
  const embedded = last.includes('.');
  const sound = groups.every((group, index) =>
    embedded && index === groups.length - 1 ? isVersion4(group) : /^[0-9a-f]{1,4}$/i.test(group),
  );
  const length = groups.length + (embedded ? 1 : 0);
  return sound && (tail === undefined ? length === 8 : length < 8);
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
