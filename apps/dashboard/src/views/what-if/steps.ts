import { dump } from 'js-yaml';
import { namesIn, pairsIn, pairsText, type FormField, type Values } from '../../form/fields.js';
import { draftIn } from '../profiles/draft.js';
import { taintsIn, taintsText } from './taints.js';

/** A step as the API takes it: its name, and what it is about. */
export type Step = Readonly<Record<string, unknown>>;

/** A kind of step: the form that asks for it, and what becomes of what was typed. */
interface StepKind {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** @throws Error where a text is not what it has to be */
  readonly read: (values: Values) => unknown;
  /** What would have to be typed for a step; where each field is called as what it is about, that is known. */
  readonly typed?: (what: About) => Values;
  /** The field at which problems are shown that name no field. */
  readonly whole?: string;
}

type About = Readonly<Record<string, unknown>>;

const NODES: readonly FormField[] = [
  { name: 'names', label: 'Nodes', placeholder: 'node-1, node-2' },
  { name: 'labelSelector', label: 'or by labels', placeholder: 'zone=a' },
];

const PROFILE = `schedulerName: default-scheduler
pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated}}
`;

const nodes = ({ names, labelSelector }: Values): object => ({
  ...(names !== undefined && { names: namesIn(names) }),
  ...(labelSelector !== undefined && { labelSelector }),
});

const ofNodes = (title: string): StepKind => ({ title, fields: NODES, read: nodes });

/** Every step that a form asks for, by its name in the API, in the order of the choice. */
export const STEP_KINDS: Readonly<Record<string, StepKind>> = {
  cordon: ofNodes('cordon nodes'),
  uncordon: ofNodes('uncordon nodes'),
  drain: ofNodes('drain nodes'),
  removeNodes: ofNodes('remove nodes'),
  addNodes: {
    title: 'add nodes of a shape',
    fields: [
      { name: 'count', label: 'How many', kind: 'number', fallback: '1', isRequired: true },
      { name: 'name', label: 'called', fallback: 'new', isRequired: true },
      {
        ...{ name: 'capacity', label: 'with', fallback: 'cpu=8 memory=32Gi pods=110', isRequired: true },
        placeholder: 'cpu=8 memory=32Gi pods=110',
      },
      { name: 'labels', label: 'labels', placeholder: 'zone=a' },
    ],
    read: ({ count, name, capacity, labels }) => ({
      count: Number(count),
      node: { metadata: { name, labels: pairsIn(labels) }, status: { capacity: pairsIn(capacity) } },
    }),
    typed: ({ count, node }) => {
      const { metadata, status } = node as Shape;
      return typedOf({ count, name: metadata?.name, capacity: status?.capacity, labels: metadata?.labels });
    },
    whole: 'capacity',
  },
  taint: {
    title: 'taint nodes',
    fields: [
      ...NODES,
      { name: 'add', label: 'with', placeholder: 'gpu=yes:NoSchedule' },
      { name: 'remove', label: 'without', placeholder: 'spare:NoExecute, old' },
    ],
    read: ({ add, remove, ...which }) => ({
      ...nodes(which),
      ...(add !== undefined && { add: taintsIn(add) }),
      ...(remove !== undefined && { remove: taintsIn(remove) }),
    }),
    typed: ({ add, remove, ...which }) => typedOf({ ...which, add: taintsText(add), remove: taintsText(remove) }),
  },
  label: {
    title: 'label nodes',
    fields: [
      ...NODES,
      { name: 'labels', label: 'with', placeholder: 'zone=a, and old- to take one away', isRequired: true },
    ],
    read: ({ labels, ...which }) => ({ ...nodes(which), labels: labelsIn(labels) }),
  },
  import: {
    title: 'import manifests',
    fields: [{ name: 'manifests', label: 'Manifests, as YAML or JSON', kind: 'text', isRequired: true }],
    read: ({ manifests }) => ({ manifests }),
  },
  deletePods: {
    title: 'delete pods',
    fields: [
      { name: 'names', label: 'Pods', placeholder: 'namespace/name' },
      { name: 'namespace', label: 'of the namespace' },
      { name: 'labelSelector', label: 'by labels', placeholder: 'app=web' },
    ],
    read: ({ names, namespace, labelSelector }) => ({
      ...nodes({ ...(names !== undefined && { names }), ...(labelSelector !== undefined && { labelSelector }) }),
      ...(namespace !== undefined && { namespace }),
    }),
  },
  scale: {
    title: 'scale a workload',
    fields: [
      {
        ...{ name: 'kind', label: 'Kind', kind: 'choice' },
        of: ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'],
      },
      { name: 'namespace', label: 'Namespace', isRequired: true },
      { name: 'name', label: 'Name', isRequired: true },
      { name: 'replicas', label: 'Replicas', kind: 'number', isRequired: true },
    ],
    read: ({ replicas, ...which }) => ({ ...which, replicas: Number(replicas) }),
  },
  profile: {
    title: 'change a profile',
    fields: [
      {
        ...{ name: 'profile', label: 'A profile, as YAML or JSON', kind: 'text', isRequired: true },
        fallback: PROFILE,
      },
    ],
    read: ({ profile = '' }) => draftIn(profile),
    typed: (profile) => ({ profile: dump(profile) }),
    whole: 'profile',
  },
  schedule: {
    title: 'schedule',
    fields: [
      { name: 'namespace', label: 'Pending pods of', placeholder: 'every namespace' },
      { name: 'profile', label: 'by the profile', placeholder: 'of each pod' },
      {
        name: 'preemption',
        label: 'preemption',
        kind: 'choice',
        of: ['off', 'nominate', 'evict'],
        fallback: 'nominate',
      },
    ],
    read: ({ namespace, ...how }) => ({ ...how, ...(namespace !== undefined && { pods: { namespace } }) }),
    typed: ({ pods, ...how }) => typedOf({ ...how, namespace: (pods as About | undefined)?.['namespace'] }),
  },
};

interface Shape {
  readonly metadata?: { readonly name?: string; readonly labels?: unknown };
  readonly status?: { readonly capacity?: unknown };
}

/** `zone=a, old-`: labels as kubectl takes them, null of one that is to go. */
function labelsIn(text: string | undefined): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(pairsIn(text)).map(([key, value]) =>
      value === '' && key.endsWith('-') ? [key.slice(0, -1), null] : [key, value],
    ),
  );
}

/** Names and pairs as they are typed, and everything else as it stands there. */
function typedOf(what: About): Values {
  const texts = Object.entries(what).map(([name, value]) => [name, typedText(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function typedText(value: unknown): string {
  if (value == null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return pairsText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What kind of step it is, and what its form would have to hold for it. */
export function typedFor(step: Step): { readonly kind: string; readonly values: Values } {
  const [[kind, what] = ['', {}]] = Object.entries(step);
  const { typed = typedOf } = STEP_KINDS[kind] ?? {};
  return { kind, values: typed(what as About) };
}

/** What was typed for a kind, as a step; what is wrong with it where it is none. */
export function stepOf(kind: string, values: Values): Step | { readonly problem: string } {
  try {
    return { [kind]: STEP_KINDS[kind]?.read(values) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The steps of an address, or that there are none in it. */
export function stepsIn(text: string): readonly Step[] {
  if (text === '') return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter((step): step is Step => typeof step === 'object' && step !== null) : [];
  } catch {
    return [];
  }
}

/** The name of a step in the API. */
export function kindOf(step: Step | undefined): string {
  return Object.keys(step ?? {})[0] ?? '';
}

/** What a step is about, as its form names it: each field that holds something, cut where it is long. */
export function detailsOf(step: Step): readonly (readonly [label: string, value: string])[] {
  const { kind, values } = typedFor(step);
  return (STEP_KINDS[kind]?.fields ?? []).flatMap(({ name, label }) => {
    const value = values[name] ?? '';
    return value === '' ? [] : [[label, shortened(value)] as const];
  });
}

/** A step with what its form begins with. */
export function stepAsOffered(kind: string): Step {
  const fields = STEP_KINDS[kind]?.fields ?? [];
  return stepOf(kind, Object.fromEntries(fields.flatMap(({ name, fallback }) => (fallback ? [[name, fallback]] : []))));
}

/** A step as a line: `drain nodes: node-1`. */
export function stepText(step: Step): string {
  const [[kind, what] = ['', {}]] = Object.entries(step);
  const shown = brief(what);
  return [STEP_KINDS[kind]?.title ?? kind, shown].filter((one) => one !== '').join(': ');
}

const MAX_SHOWN = 160;

function brief(what: unknown): string {
  const text = Object.entries(what as object)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
  return shortened(text);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)} …` : line;
}

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
