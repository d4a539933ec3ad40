import type { Schemas } from '#client';
import { namesIn, pairsIn, type FormField, type Values } from '../../form/fields.js';
import type { WhatIfQuestion } from '../../generated/documents.js';
import type { Move } from './moves.js';

/** A named question: the form that asks it, and its body as the API takes it. */
interface Question {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly body: (values: Values) => object;
}

const MANIFESTS: FormField = { name: 'manifests', label: 'Pods or workloads, as YAML or JSON', kind: 'text' };

/** Every question, by its name in the API. */
export const QUESTIONS: Readonly<Record<WhatIfQuestion, Question>> = {
  fits: {
    title: 'Does this fit?',
    fields: [{ ...MANIFESTS, isRequired: true }],
    body: ({ manifests }) => ({ manifests }),
  },
  howMany: {
    title: 'How many more fit?',
    fields: [
      { ...MANIFESTS, isRequired: true },
      { name: 'most', label: 'Stop at this number', kind: 'number', fallback: '1000' },
    ],
    body: ({ manifests, most }) => ({ templates: [{ manifests }], ...(most !== undefined && { most: Number(most) }) }),
  },
  drain: {
    title: 'Can these be drained?',
    fields: [
      { name: 'names', label: 'Nodes', placeholder: 'node-1, node-2' },
      { name: 'labelSelector', label: 'or by labels', placeholder: 'zone=a' },
    ],
    body: ({ names, labelSelector }) => ({
      ...(names !== undefined && { names: namesIn(names) }),
      ...(labelSelector !== undefined && { labelSelector }),
    }),
  },
  loss: {
    title: 'What if a zone is lost?',
    fields: [
      { name: 'topologyKey', label: 'Label', fallback: 'topology.kubernetes.io/zone', isRequired: true, size: 32 },
    ],
    body: ({ topologyKey }) => ({ topologyKey }),
  },
  nodesNeeded: {
    title: 'Which nodes are needed?',
    fields: [
      {
        ...{ name: 'shapes', label: 'Shapes, a line each: name, price, what it has', kind: 'text', isRequired: true },
        fallback: 'small 0.1 cpu=4 memory=16Gi pods=110\nlarge 0.17 cpu=8 memory=32Gi pods=110',
      },
      { ...MANIFESTS, label: 'For what is pending, and these' },
    ],
    body: ({ shapes = '', manifests }) => ({
      shapes: shapes
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(shapeOf),
      ...(manifests !== undefined && { manifests }),
    }),
  },
  repack: {
    title: 'Which nodes could be empty?',
    fields: [{ name: 'most', label: 'Stop at this number', kind: 'number', fallback: '100' }],
    body: ({ most }) => (most === undefined ? {} : { most: Number(most) }),
  },
};

/** What is asked when a question is chosen: what its fields begin with, where every field begins with something. */
export function askedAtOnce(name: WhatIfQuestion): string | undefined {
  const { fields } = QUESTIONS[name];
  if (fields.some(({ fallback }) => fallback === undefined)) return undefined;
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field.fallback])));
}

function shapeOf(line: string): object {
  const [name = '', price = '', ...amounts] = line.trim().split(/\s+/);
  return { name, price: Number(price), node: { status: { capacity: pairsIn(amounts.join(' ')) } } };
}

/** A table of an answer: titles, and cells by line. */
export interface AnswerTable {
  /** What a line is. */
  readonly noun: string;
  readonly titles: readonly string[];
  readonly lines: readonly (readonly (string | number | null)[])[];
}

interface Named {
  readonly namespace: string;
  readonly name: string;
}

const podText = ({ namespace, name }: Named): string => `${namespace}/${name}`;

/** What an answer is made of, as tables; those that would be empty are left out. */
export function answerTables(question: WhatIfQuestion, answer: unknown): readonly AnswerTable[] {
  return TABLES[question](answer as never).filter(({ lines }) => lines.length > 0);
}

/** The moves that an answer is made of; none where it moves no pods. */
export function movesIn(question: WhatIfQuestion, answer: unknown): readonly Move[] {
  if (question === 'drain') {
    const { moves, unplaced } = answer as Schemas['DrainAnswer'];
    return [...moves, ...unplaced.map(({ node }) => ({ from: node, to: null }))];
  }
  if (question !== 'repack') return [];
  const { emptied } = answer as Schemas['RepackAnswer'];
  return emptied.flatMap(({ node, moves }) => moves.map(({ to }) => ({ from: node, to })));
}

function leftData(localData: Schemas['DrainAnswer']['localData']): AnswerTable {
  return {
    ...{ noun: 'pod with local data', titles: ['pod', 'node', 'emptyDir data that is lost', 'hostPath data left'] },
    lines: localData.map(({ pod, node, emptyDir, hostPath }) => [
      ...[podText(pod), node],
      ...[emptyDir.join(', '), hostPath.join(', ')],
    ]),
  };
}

const TABLES: { readonly [Q in WhatIfQuestion]: (answer: never) => readonly AnswerTable[] } = {
  fits: ({ pods, reasons }: Schemas['FitsAnswer']) => [
    {
      ...{ noun: 'pod', titles: ['pod', 'outcome', 'node', 'message'] },
      lines: pods.map(({ pod, outcome, node, message }) => [podText(pod), outcome, node, message]),
    },
    { noun: 'reason', titles: ['reason', 'pods'], lines: reasons.map(({ message, pods: of }) => [message, of]) },
  ],
  howMany: ({ nodes }: Schemas['HowManyAnswer']) => [
    { noun: 'node', titles: ['node', 'pods'], lines: nodes.map(({ node, pods }) => [node, pods]) },
  ],
  drain: ({ moves, lost, unplaced, blocked, unsafe, localData }: Schemas['DrainAnswer']) => [
    {
      ...{ noun: 'move', titles: ['pod', 'from', 'to'] },
      lines: moves.map(({ pod, from, to }) => [podText(pod), from, to]),
    },
    {
      ...{ noun: 'unplaced pod', titles: ['pod', 'node', 'why it has no other node'] },
      lines: unplaced.map(({ pod, node, message }) => [podText(pod), node, message]),
    },
    {
      ...{ noun: 'kept pod', titles: ['budget', 'pod that it protects', 'node'] },
      lines: blocked.flatMap(({ budget, pods }) => pods.map(({ pod, node }) => [podText(budget), podText(pod), node])),
    },
    {
      ...{ noun: 'lost pod', titles: ['pod without a controller, which is lost', 'node'] },
      lines: lost.map(({ pod, node }) => [podText(pod), node]),
    },
    {
      ...{ noun: 'kept pod', titles: ['pod that the autoscaler keeps', 'node', 'why'] },
      lines: unsafe.map(({ pod, node, message }) => [podText(pod), node, message]),
    },
    leftData(localData),
  ],
  loss: ({ domains }: Schemas['LossAnswer']) => [
    {
      ...{ noun: 'domain', titles: ['domain', 'nodes', 'pods', 'without a node', 'why'] },
      lines: domains.map(({ domain, nodes, pods, homeless, reasons }) => [
        ...[domain, nodes, pods, homeless.length],
        reasons.map(({ message, pods: of }) => `${of}: ${message}`).join(' '),
      ]),
    },
  ],
  nodesNeeded: ({ mix, impossible }: Schemas['NodesNeededAnswer']) => [
    { noun: 'shape', titles: ['shape', 'count'], lines: (mix ?? []).map(({ shape, count }) => [shape, count]) },
    {
      ...{ noun: 'pod', titles: ['pod that fits on none of them', 'why'] },
      lines: impossible.map(({ pod, shapes }) => [
        podText(pod),
        shapes.map(({ shape, causes }) => `${shape}: ${causes.join('; ')}.`).join(' '),
      ]),
    },
  ],
  repack: ({ emptied, localData, freed }: Schemas['RepackAnswer']) => [
    {
      ...{ noun: 'move', titles: ['node to empty', 'pod', 'to'] },
      lines: emptied.flatMap(({ node, moves }) => moves.map(({ pod, to }) => [node, podText(pod), to])),
    },
    {
      ...{ noun: 'lost pod', titles: ['node to empty', 'pod without a controller, which is lost'] },
      lines: emptied.flatMap(({ node, lost }) => lost.map((pod) => [node, podText(pod)])),
    },
    leftData(localData),
    {
      ...{ noun: 'resource', titles: ['resource', 'freed'] },
      lines: freed.map(({ resource, allocatable }) => [resource, allocatable]),
    },
  ],
};
