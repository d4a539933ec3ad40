import type { Dice } from '../oracle/generator/dice.js';

/** Names that are there in every cluster of a campaign, so that not all of its questions end at "not found". */
export const KNOWN = {
  clusters: ['fuzz-0', 'fuzz-1', 'fuzz-2'],
  nodes: ['node-0', 'node-1'],
  pods: ['pod-0', 'pod-1', 'pod-2'],
} as const;

const WORDS = [
  ...KNOWN.clusters,
  ...KNOWN.nodes,
  ...KNOWN.pods,
  ...['default', 'default/pod-0', 'app=web', 'app in (a,b)', 'metadata.name=node-0', 'spec.nodeName=node-0'],
  ...['Node', 'Pod', 'Unknown', 'v1', 'All', 'true', 'false', 'Exact', 'node', 'plugin,reason', 'default-scheduler'],
  ...['0', '1', '2', 'revision:1', 'revision:0', '2026-01-01T00:00:00Z', 'NodeResourcesFit', 'NodeResourcesFit/cpu'],
  '00000000-0000-4000-8000-000000000000',
];
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u{1f600}',
    'é',
    '\u202e',
    '\ufeff',
    '\r\n',
    '"',
    "'",
    '\\',
    '`',
    '%',
  ],
  ...['%00', '%zz', '../..', '/', '//', '?', '#', ';--', '{}', '[]', '${x}', '__proto__', 'constructor', 'toString'],
  ...['null', 'undefined', 'NaN', '-1', '1e999', '9223372036854775808', '18446744073709551616', '99999999999999999999'],
  ...['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '294277-01-01T00:00:00Z'],
  ...['revision:99999999999999999999', 'revision:-1', 'a,'.repeat(500), '('.repeat(200), 'x'.repeat(5_000)],
  ...[
    'eyJhIjoxfQ',
    Buffer.from('["runs","\\u0000"]').toString('base64url'),
    Buffer.from('Cluster/x').toString('base64url'),
  ],
];
const ODD_NUMBERS = [0, -0, -1, 1, 0.5, 1e21, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 + 2, 5e-324, 255, 500, 501];

/** A text: mostly one that means something, often one that nobody expects. */
export function anyText(dice: Dice): string {
  if (dice.chance(0.45)) return dice.pick(WORDS);
  if (dice.chance(0.7)) return dice.pick(ODD_TEXTS);
  return String.fromCharCode(...dice.times(1, 12, () => dice.between(0, dice.chance(0.8) ? 0x17f : 0xffff)));
}

/** Any JSON, small and now and then nested. */
export function anyJson(dice: Dice, depth = 3): unknown {
  const kind = dice.between(0, depth > 0 ? 6 : 4);
  if (kind <= 1) return anyText(dice);
  if (kind === 2) return dice.pick(ODD_NUMBERS);
  if (kind === 3) return dice.chance(0.5);
  if (kind === 4) return null;
  if (kind === 5) return dice.times(0, 4, () => anyJson(dice, depth - 1));
  return Object.fromEntries(dice.times(0, 4, () => [anyText(dice), anyJson(dice, depth - 1)]));
}

/** The same value with something about it changed: another type, a field more or less, an extreme. */
export function mutated(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.12)) return anyJson(dice);
  if (Array.isArray(value)) {
    const items = [...(value as unknown[])];
    if (items.length === 0 || dice.chance(0.2)) return [...items, anyJson(dice)];
    const at = dice.between(0, items.length - 1);
    items[at] = mutated(items[at], dice);
    return items;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || dice.chance(0.15))
    return Object.fromEntries([...entries, [anyText(dice), anyJson(dice)]]);
  const at = dice.between(0, entries.length - 1);
  if (dice.chance(0.15)) return Object.fromEntries(entries.filter((_entry, index) => index !== at));
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? mutated(item, dice) : item]));
}

/** Headers that some requests have, kept or echoed ones among them. HTTP carries Latin-1 without control characters. */
export function anyHeaders(dice: Dice): Readonly<Record<string, string>> {
  const value = (): string => anyText(dice).replace(/[^\t\x20-\x7e\x80-\xff]/g, 'é');
  const names = ['x-berth-actor', 'x-berth-reason', 'idempotency-key', 'user-agent', 'x-request-id', 'last-event-id'];
  const all = [...names, 'if-none-match', 'if-match', 'accept', 'origin', 'apollo-require-preflight'];
  return Object.fromEntries((dice.chance(0.3) ? dice.some(all, 1, 3) : []).map((name) => [name, value()]));
}

/** A body as it goes out: now and then cut off, or in another format than it says. */
export function bodyText(body: unknown, dice: Dice): string {
  const text = JSON.stringify(body) ?? 'null';
  if (dice.chance(0.03)) return text.slice(0, dice.between(0, text.length));
  return dice.chance(0.02) ? `${text}${anyText(dice)}` : text;
}
