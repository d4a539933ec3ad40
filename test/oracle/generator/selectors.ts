import type { LabelSelector, Labels, NodeSelectorTerm, Requirement } from '../objects.js';
import { REGION, ZONE, ZONES, type World } from './world.js';

const LABELS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['app', ['web', 'db', 'cache']],
  ['tier', ['fe', 'be']],
  ['ver', ['v1', 'v2']],
];
const NODE_LABELS: readonly (readonly [key: string, values: readonly string[]])[] = [
  [ZONE, ZONES],
  [REGION, ['r0', 'r1']],
  ['disk', ['ssd', 'hdd', 'nvme']],
  ['num', ['1', '5', '007', '-3', 'x', '9223372036854775808']],
  ['gpu', ['true', '']],
  ['rack', ['r1', 'r2']],
  ['nokey', ['x']],
];
const MALFORMED: readonly Requirement[] = [
  { key: 'app', operator: 'In' },
  { key: 'app', operator: 'Exists', values: ['web'] },
  { key: 'app', operator: 'Like', values: ['web'] },
  { key: 'a b', operator: 'Exists' },
  { key: 'app', operator: 'In', values: ['no good'] },
  { key: 'app', operator: 'NotIn' },
];
const MALFORMED_FOR_NODES: readonly Requirement[] = [
  ...MALFORMED,
  { key: 'num', operator: 'Gt', values: ['-1'] },
  { key: 'num', operator: 'Lt', values: ['3', '4'] },
  { key: 'num', operator: 'Gt', values: ['x'] },
];

/** Labels of a pod. */
export function podLabels({ dice }: World): { readonly labels?: Labels } {
  const chosen = dice.some(LABELS, 0, 3).map(([key, values]) => [key, dice.pick(values)]);
  return chosen.length === 0 ? {} : { labels: Object.fromEntries(chosen) };
}

/** A selector of pods; sometimes of all (empty), sometimes malformed. */
export function labelSelector({ dice, features }: World): LabelSelector {
  if (dice.chance(features.malformed / 4)) return { matchExpressions: [dice.pick(MALFORMED)] };
  if (dice.chance(0.08)) return {};
  if (dice.chance(0.35)) return { matchLabels: { app: dice.pick(['web', 'db', 'cache']) } };
  if (dice.chance(0.4))
    return {
      matchLabels: Object.fromEntries(dice.some(LABELS, 1, 2).map(([key, values]) => [key, dice.pick(values)])),
    };
  return {
    ...dice.maybe(0.2, () => ({ matchLabels: { app: dice.pick(['web', 'db']) } })),
    matchExpressions: dice.some(LABELS, 1, 2).map(([key, values]) => requirement({ dice }, key, values)),
  };
}

function requirement({ dice }: Pick<World, 'dice'>, key: string, values: readonly string[]): Requirement {
  const operator = dice.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist']);
  return operator === 'In' || operator === 'NotIn'
    ? { key, operator, values: dice.some(values, 1, 2) }
    : { key, operator };
}

/** A term of a node affinity: expressions, fields (at the rate given), both, or (seldom) nothing. */
export function nodeSelectorTerm(world: World, nodesNamed: number): NodeSelectorTerm {
  const { dice, features } = world;
  if (dice.chance(0.03)) return {};
  const named = dice.chance(nodesNamed);
  const expressions = named && dice.chance(0.6) ? [] : dice.times(1, 2, () => nodeRequirement(world));
  const malformed = dice.chance(features.malformed) ? [dice.pick(MALFORMED_FOR_NODES)] : [];
  return {
    ...(expressions.length + malformed.length > 0 && { matchExpressions: [...expressions, ...malformed] }),
    ...(named && { matchFields: dice.times(1, 2, () => nodeField(world)) }),
  };
}

function nodeRequirement({ dice }: World): Requirement {
  if (dice.chance(0.15))
    return { key: 'num', operator: dice.pick(['Gt', 'Lt']), values: [dice.pick(['0', '3', '5', '007'])] };
  const [key, values] = dice.pick(NODE_LABELS);
  const sane = values.filter((value) => !value.startsWith('-'));
  return requirement({ dice }, key, sane);
}

function nodeField({ dice, features, nodeNames }: World): Requirement {
  const names = dice.chance(features.malformed / 2) ? [] : [dice.pick([...nodeNames, 'ghost'])];
  return { key: 'metadata.name', operator: dice.pick(['In', 'In', 'In', 'NotIn']), values: names };
}

/** Labels that a node might have. */
export function nodeLabels({ dice }: World): Labels {
  return Object.fromEntries(dice.some(NODE_LABELS, 1, 2).map(([key, values]) => [key, dice.pick(values)]));
}
