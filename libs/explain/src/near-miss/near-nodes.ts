import { labelValue, nearMisses, tolerates, type NodeSelectorTerm, type Taint } from '#kubernetes';
import { requiredTerms, type Pod, type ReadableSnapshot, type Toleration } from '#scheduler';
import { taintInWords } from '../explainers/index.js';
import { counted, has, type NearMiss } from './near-miss.js';

/** So many values of a label, or names of nodes, are compared with what is asked for. */
const MOST_COMPARED = 2_000;

type Nodes = Pick<ReadableSnapshot, 'nodes' | 'taints'>;

/** One label that is asked for, with the values that would do; none: any. */
interface Asked {
  readonly key: string;
  readonly values: readonly string[];
}

/** Labels that a pod asks for and no node has, of which a node has one that is written nearly so. */
export function nearLabels(pod: Pod, { nodes }: Nodes): readonly NearMiss[] {
  return askedLabels(pod).flatMap((asked) => nearLabel(asked, nodes) ?? []);
}

function askedLabels({ spec }: Pod): readonly Asked[] {
  const selected = Object.entries(spec?.nodeSelector ?? {}).map(([key, value]) => ({ key, values: [value] }));
  const required = (requiredTerms(spec?.affinity?.nodeAffinity) ?? []).flatMap(({ matchExpressions }) =>
    (matchExpressions ?? []).flatMap(({ key, operator, values }): Asked[] => {
      if (operator === 'In') return [{ key, values: values ?? [] }];
      return operator === 'Exists' ? [{ key, values: [] }] : [];
    }),
  );
  return [...selected, ...required, ...topologyKeys(spec).map((key) => ({ key, values: [] }))];
}

/** The labels by which domains are told apart that the pod must be in. */
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

function nearLabel({ key, values }: Asked, nodes: Nodes['nodes']): NearMiss | undefined {
  const own = new Map<string, number>();
  for (const { labels } of nodes) {
    const value = labelValue(labels, key);
    if (value !== undefined) own.set(value, (own.get(value) ?? 0) + 1);
  }
  if (own.size === 0) return nearKey({ key, values }, nodes);
  if (values.length === 0 || values.some((value) => own.has(value))) return undefined;
  for (const value of values) {
    const [near] = nearest(value, own.keys());
    if (near !== undefined) return missOf({ key, value }, { key, value: near }, own.get(near) ?? 0);
  }
  return undefined;
}

/** No node has the label: one that is written nearly so, or that is the same but for its prefix. */
function nearKey({ key, values }: Asked, nodes: Nodes['nodes']): NearMiss | undefined {
  const keys = new Set(nodes.flatMap(({ labels }) => Object.keys(labels ?? {})).slice(0, MOST_COMPARED));
  const bare = [...keys].filter((other) => nameOf(other) === nameOf(key));
  for (const near of [...bare, ...nearest(key, keys)]) {
    const having = nodes.filter(({ labels }) => {
      const value = labelValue(labels, near);
      return value !== undefined && (values.length === 0 || values.includes(value));
    });
    const [first] = having;
    if (first === undefined) continue;
    const found = labelValue(first.labels, near) ?? '';
    const count = having.filter(({ labels }) => labelValue(labels, near) === found).length;
    return values.length === 0
      ? missOf({ key }, { key: near }, having.length)
      : missOf({ key, value: found }, { key: near, value: found }, count);
  }
  return undefined;
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

interface Label {
  readonly key: string;
  readonly value?: string;
}

function missOf(asked: Label, near: Label, count: number): NearMiss {
  const [wanted, there] = [asked, near].map(({ key, value }) => (value === undefined ? key : `${key}=${value}`));
  return {
    kind: 'label',
    asked: wanted ?? '',
    nearest: there ?? '',
    count,
    sentence: `no node has ${wanted}, ${count} ${has(count)} ${there}`,
  };
}

/** Names that the pod's terms ask for (`matchFields`) and no node has. */
export function nearNames({ spec }: Pod, { nodes }: Nodes): readonly NearMiss[] {
  const names = new Set(nodes.map(({ name }) => name));
  const asked = (requiredTerms(spec?.affinity?.nodeAffinity) ?? []).flatMap(namesIn);
  return [...new Set(asked)].flatMap((name): NearMiss[] => {
    if (names.has(name)) return [];
    const [near] = nearest(name, names);
    const is = near === undefined ? '' : `, ${near} is there`;
    return [
      {
        kind: 'node',
        asked: name,
        nearest: near ?? '',
        count: Number(near !== undefined),
        sentence: `no node is named ${name}${is}`,
      },
    ];
  });
}

function namesIn({ matchFields }: NodeSelectorTerm): readonly string[] {
  return (matchFields ?? []).flatMap(({ operator, values }) => (operator === 'In' ? (values ?? []) : []));
}

/** Taints that a toleration of the pod nearly tolerates. */
export function nearTaints({ spec }: Pod, { taints }: Nodes): readonly NearMiss[] {
  const tolerations = spec?.tolerations ?? [];
  const untolerated = new Map<string, { readonly taint: Taint; count: number }>();
  for (const of of taints)
    for (const taint of of ?? []) {
      if (taint.effect === 'PreferNoSchedule' || tolerations.some((one) => tolerates(one, taint))) continue;
      const text = taintInWords(taint);
      const known = untolerated.get(text) ?? { taint, count: 0 };
      known.count += 1;
      untolerated.set(text, known);
    }
  const all = [...untolerated].slice(0, MOST_COMPARED);
  return all.flatMap(([text, { taint, count }]): NearMiss[] => {
    const near = tolerations.find((one) => nearlyTolerates(one, taint));
    if (near === undefined) return [];
    const asked = tolerationInWords(near);
    const sentence = `the pod tolerates ${asked}, and the taint of ${counted(count, 'node')} is ${text}`;
    return [{ kind: 'taint', asked, nearest: text, count, sentence }];
  });
}

/** With one thing written as the taint has it the toleration does. */
function nearlyTolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator } = toleration;
  if (key === '') return false;
  const isNear = (asked: string, there: string): boolean => asked === there || nearest(asked, [there]).length > 0;
  const value = operator === 'Exists' ? {} : { value: taint.value ?? '' };
  const meant: Toleration = { ...toleration, key: taint.key, ...value };
  const isMeant =
    isNear(key, taint.key) && (key === taint.key || operator === 'Exists' || toleration.value === taint.value);
  return (
    isMeant && (tolerates(meant, taint) || (key === taint.key && tolerates({ ...meant, effect: taint.effect }, taint)))
  );
}

function tolerationInWords({ key, operator, value, effect }: Toleration): string {
  const is = operator === 'Exists' ? '' : `=${value ?? ''}`;
  return `${key ?? ''}${is}${effect ? `:${effect}` : ''}`;
}

function nearest(word: string, known: Iterable<string>): readonly string[] {
  const some: string[] = [];
  for (const one of known) {
    if (some.length === MOST_COMPARED) break;
    some.push(one);
  }
  return word === '' ? [] : nearMisses(word, some);
}
