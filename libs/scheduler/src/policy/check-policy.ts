import { invalid, type FieldPath, type FieldProblem } from '#apimachinery';
import type { FieldReader } from '../fields/index.js';
import type { PriorityEntry } from './policy-fields.js';

/** Weights of plugins have 32 bits; kube-scheduler v1.20 goes wrong with what is cut off. */
const MOST_WEIGHT = 2 ** 31 - 1;

/** As kube-scheduler v1.20 ValidatePolicy, in its words and order. */
export function checkPolicy(
  reader: FieldReader,
  { priorities, hardWeight }: { readonly priorities: readonly PriorityEntry[]; readonly hardWeight: number },
): void {
  const seen = new Map<string, PriorityEntry>();
  for (const priority of priorities) {
    if (priority.weight <= 0 || priority.weight > MOST_WEIGHT) {
      const text = 'should have a positive weight applied to it or it has overflown';
      reader.report(problem(priority.path.child('weight'), `priority ${priority.name} ${text}`));
    }
    const custom = customProblem(seen, priority);
    if (custom !== null) reader.report(problem(priority.path.child('argument'), custom));
  }
  if (hardWeight < 0 || hardWeight > 100) {
    const path = reader.at('hardPodAffinitySymmetricWeight');
    reader.report(invalid(path, hardWeight, 'not in valid range [0-100]'));
  }
}

/** Several entries of one kind make one plugin, and so must have one weight; a ratio cannot be given twice. */
function customProblem(seen: Map<string, PriorityEntry>, priority: PriorityEntry): string | null {
  const { argument, name, weight } = priority;
  if (argument === undefined) return null;
  const kind = kindOf(argument);
  if (kind === null) return `no priority arguments set for priority ${name}`;
  const before = seen.get(kind);
  if (before !== undefined && kind === 'RequestedToCapacityRatio')
    return `priority ${quoted(name)} redeclares custom priority ${quoted(kind)}, from: ${quoted(before.name)}`;
  if (before !== undefined && before.weight !== weight)
    return `${kind}  priority ${quoted(name)} has a different weight with ${quoted(before.name)}`;
  seen.set(kind, priority);
  return null;
}

function kindOf(argument: NonNullable<PriorityEntry['argument']>): string | null {
  if (argument.labelPreference) return 'LabelPreference';
  if (argument.serviceAntiAffinity) return 'ServiceAntiAffinity';
  return argument.requestedToCapacityRatioArguments ? 'RequestedToCapacityRatio' : null;
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}

export function problem(path: FieldPath, message: string): FieldProblem {
  return { field: path.toString(), reason: 'FieldValueInvalid', message };
}
