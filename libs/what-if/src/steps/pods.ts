import { compileRequirements, parseLabelSelector } from '#apimachinery';
import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import type { FieldFault } from '../field-fault.js';
import type { Change, PodSelection } from './step.js';

/** Pods go for good: no controller creates them again. */
export const deletePods: Change<'deletePods'> = (cluster, selection) => {
  const selected = selectedPods(cluster, selection);
  if ('faults' in selected) return selected;
  for (const { pod } of selected.pods) cluster.removePod(pod);
  return { counts: { deleted: selected.pods.length }, problems: [] };
};

/** The pods of a selection, in no order; or what is wrong with it. */
export function selectedPods(
  cluster: HypotheticalCluster,
  selection: PodSelection,
): { readonly pods: readonly KnownPod[] } | { readonly faults: readonly FieldFault[] } {
  const all = [...cluster.pods()];
  if ('names' in selection) {
    const byName = new Map(all.map((known) => [nameOf(known), known]));
    const faults = selection.names.flatMap((name, index) =>
      byName.has(name) ? [] : [{ field: `names[${index}]`, message: `there is no pod ${JSON.stringify(name)}` }],
    );
    return faults.length > 0 ? { faults } : { pods: selection.names.flatMap((name) => byName.get(name) ?? []) };
  }
  const { namespace, labelSelector = '' } = selection;
  const parsed = parseLabelSelector(labelSelector);
  if (!('requirements' in parsed))
    return { faults: [{ field: 'labelSelector', message: `at character ${parsed.position}: ${parsed.problem}` }] };
  const matches = compileRequirements(parsed.requirements);
  const wanted = ({ pod: { metadata } }: KnownPod): boolean =>
    (namespace === undefined || metadata?.namespace === namespace) && matches(metadata?.labels);
  return { pods: all.filter(wanted) };
}

function nameOf({ pod: { metadata } }: KnownPod): string {
  return `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
}
