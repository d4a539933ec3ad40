import { labelValue, nearMisses } from '#apimachinery';
import { requiredTerms, type Pod, type ReadableSnapshot } from '#scheduler';

/** So many values of a label, or names, are compared with what is asked for. */
const MOST_COMPARED = 2_000;

/** What of nodes is looked at. */
export type LabelledNodes = readonly Pick<ReadableSnapshot['nodes'][number], 'name' | 'labels'>[];

/** One label that is asked for, with the values that would do; an empty list: each value does. */
export interface AskedLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** A label, or any value of it. */
export interface Label {
  readonly key: string;
  readonly value?: string;
}

/** A label that is asked for and that no node has, and one that is written nearly so. */
export interface NearLabel {
  readonly asked: Label;
  readonly nearest: Label;
  /** So many nodes have that. */
  readonly count: number;
}

/** Labels that a pod requires of its node: of each term, and to tell domains apart, also by `defaultKeys`. */
export function askedLabels({ spec }: Pod, defaultKeys: readonly string[] = []): readonly AskedLabel[] {
  const selected = Object.entries(spec?.nodeSelector ?? {}).map(([key, value]) => ({ key, values: [value] }));
  const required = (requiredTerms(spec?.affinity?.nodeAffinity) ?? []).flatMap(({ matchExpressions }) =>
    (matchExpressions ?? []).flatMap(({ key, operator, values }): AskedLabel[] => {
      if (operator === 'In') return [{ key, values: values ?? [] }];
      return operator === 'Exists' ? [{ key, values: [] }] : [];
    }),
  );
  const keys = [...new Set([...topologyKeys(spec), ...defaultKeys])];
  return [...selected, ...required, ...keys.map((key) => ({ key, values: [] }))];
}

/** The labels by which domains are distinguished that the pod must be in. */
function topologyKeys(spec: Pod['spec']): readonly string[] {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap(
    (part) => part?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
  );
  const hard = (spec?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  return [...new Set([...terms, ...hard].flatMap(({ topologyKey }) => topologyKey || []))];
}

/** What was probably meant by a label that no node has. */
export function nearLabel({ key, values }: AskedLabel, nodes: LabelledNodes): NearLabel | undefined {
  const own = new Map<string, number>();
  for (const { labels } of nodes) {
    const value = labelValue(labels, key);
    if (value !== undefined) own.set(value, (own.get(value) ?? 0) + 1);
  }
  if (own.size === 0) return nearKey({ key, values }, nodes);
  if (values.length === 0 || values.some((value) => own.has(value))) return undefined;
  for (const value of values) {
    const [near] = nearest(value, own.keys()).filter((other) => !isNumbered(value, other));
    if (near !== undefined) return { asked: { key, value }, nearest: { key, value: near }, count: own.get(near) ?? 0 };
  }
  return undefined;
}

/** No node has the label: one that is written nearly so, or that is the same but for its prefix. */
function nearKey({ key, values }: AskedLabel, nodes: LabelledNodes): NearLabel | undefined {
  const keys = new Set(nodes.flatMap(({ labels }) => Object.keys(labels ?? {})).slice(0, MOST_COMPARED));
  const bare = [...keys].filter((other) => nameOf(other) === nameOf(key));
  for (const near of [...bare, ...writtenLike(key, keys)]) {
    const having = nodes.filter(({ labels }) => {
      const value = labelValue(labels, near);
      return value !== undefined && (values.length === 0 || values.includes(value));
    });
    const [first] = having;
    if (first === undefined) continue;
    if (values.length === 0) return { asked: { key }, nearest: { key: near }, count: having.length };
    const value = labelValue(first.labels, near) ?? '';
    const count = having.filter(({ labels }) => labelValue(labels, near) === value).length;
    return { asked: { key, value }, nearest: { key: near, value }, count };
  }
  return undefined;
}

/** Keys whose name or prefix is written nearly so, the other being the same: a long prefix makes none alike. */
export function writtenLike(key: string, keys: ReadonlySet<string>): readonly string[] {
  const [name, prefix] = [nameOf(key), prefixOf(key)];
  const like = [...keys].filter((other) => {
    const isName = prefixOf(other) === prefix && nearest(name, [nameOf(other)]).length > 0;
    return isName || (nameOf(other) === name && nearest(prefix, [prefixOf(other)]).length > 0);
  });
  return nearest(key, like).filter((other) => !isNumbered(key, other));
}

function prefixOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Parts of names that count or number them: `team-a`, `pool2`, `v10`. */
const NUMBERS = /(?<![a-z])[a-z](?![a-z])|\d+/gi;

/**
 * Whether one name differs from the other only in what numbers it: then neither is the other, written wrongly, unless
 * the same digits stand in another order (`amd46`).
 */
function isNumbered(one: string, other: string): boolean {
  const isTurned = [...one].sort().join('') === [...other].sort().join('');
  // Capital letters are a slip.
  if (one.toLowerCase() === other.toLowerCase()) return false;
  return !isTurned && one.replace(NUMBERS, '#') === other.replace(NUMBERS, '#');
}

/** The words that were probably meant, the nearest first. */
export function nearest(word: string, known: Iterable<string>): readonly string[] {
  const some: string[] = [];
  for (const one of known) {
    if (some.length === MOST_COMPARED) break;
    some.push(one);
  }
  return word === '' ? [] : nearMisses(word, some);
}

/** `pool=general`, or `pool`. */
export function labelInWords({ key, value }: Label): string {
  return value === undefined ? key : `${key}=${value}`;
}
