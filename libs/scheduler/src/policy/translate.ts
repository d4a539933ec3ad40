import { ownField, setField } from '#json';
import type { FieldPath, FieldProblem } from '#apimachinery';
import { problem, quoted } from './check-policy.js';
import { predicateKey } from './predicates.js';
import { EQUAL, priorityKey, REQUESTED_TO_CAPACITY_RATIO } from './priorities.js';
import type { PredicateEntry, PriorityArgument, PriorityEntry } from './policy-fields.js';

/** Args of plugins as entries of a Policy add to them, and which entry was the last to. */
export type GatheredArgs = Map<string, { readonly args: Record<string, unknown>; readonly path: FieldPath }>;

interface Translation {
  readonly gathered: GatheredArgs;
  /** Names of older versions are known too. */
  readonly olderNames: boolean;
  readonly report: (problem: FieldProblem) => void;
}

/** The key of a predicate; what its argument says is gathered. As kube-scheduler v1.20 ProcessPredicatePolicy. */
export function translatePredicate(
  { name, argument, path }: PredicateEntry,
  { gathered, olderNames, report }: Translation,
): string {
  const given = Object.keys(argument ?? {}).length;
  if (argument !== undefined && given !== 1) {
    report(
      problem(
        path.child('argument'),
        `Exactly 1 predicate argument is required, numArgs: ${given}, Predicate: ${name}`,
      ),
    );
    return '';
  }
  const known = predicateKey(name, olderNames);
  if (known !== undefined) return known;
  if (argument?.serviceAffinity) {
    gather(gathered, 'ServiceAffinity', { path, lists: { affinityLabels: argument.serviceAffinity.labels } });
    return 'CheckServiceAffinity';
  }
  if (argument?.labelsPresence) {
    const { labels, presence } = argument.labelsPresence;
    gather(gathered, 'NodeLabel', { path, lists: { [presence ? 'presentLabels' : 'absentLabels']: labels } });
    return 'CheckNodeLabelPresence';
  }
  report(problem(path.child('name'), `Invalid configuration: Predicate type not found for ${quoted(name)}`));
  return '';
}

/** The key of a priority; what its argument says is gathered. As kube-scheduler v1.20 ProcessPriorityPolicy. */
export function translatePriority(
  { name, argument, path }: PriorityEntry,
  { gathered, olderNames, report }: Translation,
): string {
  if (name === EQUAL) return '';
  const given = Object.keys(argument ?? {}).length;
  if (argument !== undefined && given !== 1) {
    report(
      problem(path.child('argument'), `Exactly 1 priority argument is required, numArgs: ${given}, Priority: ${name}`),
    );
    return '';
  }
  if (CRASHING.has(name)) {
    report(problem(path.child('name'), `kube-scheduler v1.20 crashes on a priority of the name ${quoted(name)}`));
    return '';
  }
  const known = priorityKey(name, olderNames);
  if (known !== undefined) return known;
  const custom = customPriority(argument ?? olderArgument(name, olderNames), { gathered, path });
  if (custom !== null) return custom;
  report(problem(path.child('name'), `Invalid configuration: Priority type not found for ${quoted(name)}`));
  return '';
}

/** Keys of custom priorities, which upstream takes for names of priorities that have their args already. */
const CRASHING: ReadonlySet<string> = new Set(['NodeLabel', 'ServiceAffinity']);

/** What the name stood for while it needed no argument: less is better. */
function olderArgument(name: string, olderNames: boolean): PriorityArgument | undefined {
  if (!olderNames || name !== REQUESTED_TO_CAPACITY_RATIO) return undefined;
  const resources = ['cpu', 'memory'].map((resource) => ({ name: resource, weight: 1 }));
  const shape = [
    { utilization: 0, score: 10 },
    { utilization: 100, score: 0 },
  ];
  return { requestedToCapacityRatioArguments: { shape, resources } };
}

function customPriority(
  argument: PriorityArgument | undefined,
  { gathered, path }: { readonly gathered: GatheredArgs; readonly path: FieldPath },
): string | null {
  if (argument?.serviceAntiAffinity) {
    const lists = { antiAffinityLabelsPreference: [argument.serviceAntiAffinity.label] };
    gather(gathered, 'ServiceAffinity', { path, lists });
    return 'ServiceAffinity';
  }
  if (argument?.labelPreference) {
    const { label, presence } = argument.labelPreference;
    const field = presence ? 'presentLabelsPreference' : 'absentLabelsPreference';
    gather(gathered, 'NodeLabel', { path, lists: { [field]: [label] } });
    return 'NodeLabel';
  }
  if (argument?.requestedToCapacityRatioArguments) {
    gathered.set('RequestedToCapacityRatio', { args: { ...argument.requestedToCapacityRatioArguments }, path });
    return 'RequestedToCapacityRatio';
  }
  return null;
}

/** Adds labels to lists of a plugin's args. */
function gather(
  gathered: GatheredArgs,
  plugin: string,
  { path, lists }: { readonly path: FieldPath; readonly lists: Readonly<Record<string, readonly string[]>> },
): void {
  const args = { ...gathered.get(plugin)?.args };
  for (const [field, labels] of Object.entries(lists))
    setField(args, field, [...((ownField(args, field) ?? []) as readonly string[]), ...labels]);
  gathered.set(plugin, { args, path });
}
