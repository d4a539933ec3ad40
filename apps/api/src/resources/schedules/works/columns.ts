import { boolean, integer, key, orNull, REPORTS, text, time, type Columns } from '#reports';
import type { Work, WorkKind } from '#schedules';

const CLUSTER = key(text('The cluster, as it was named.'));

/** The columns of what each kind of work comes to; those of a report are its own. */
const COLUMNS: Readonly<Record<Exclude<WorkKind, 'report'>, Columns>> = {
  run: {
    cluster: CLUSTER,
    run: text('Id of the run.'),
    state: text('How the run ended: `complete`, `failed` or `cancelled`.'),
    revision: orNull(text('The revision of its last part; null where nothing was pending.')),
    selected: integer('pods', 'Pods that were selected.'),
    scheduled: integer('pods', 'Pods that were placed.'),
    unschedulable: integer('pods', 'Pods that fit no node.'),
    nominated: integer('pods', 'Pods that were nominated a node.'),
    gated: integer('pods', 'Pods with scheduling gates.'),
    skipped: integer('pods', 'Pods that were skipped.'),
    error: integer('pods', 'Pods whose attempt failed.'),
  },
  checkpoint: {
    cluster: CLUSTER,
    size: text('Revisions that it covers; a decimal integer.'),
    revision: text('The last of them; a decimal integer.'),
    at: time('When it was signed.'),
    root: text('The root of its tree, hexadecimal.'),
    note: text('The signed note.'),
  },
  verification: {
    check: key(text('What is checked, as a sentence.')),
    holds: boolean('Whether no violation was found.'),
    checked: integer('rows', 'Rows that were checked.'),
    violations: integer(null, 'Violations that were found.'),
    first: orNull(text('The first violation; null without any.')),
  },
  comparison: {
    cluster: CLUSTER,
    namespace: key(text('Namespace of the pod.')),
    pod: key(text('Name of the pod, which the two sides place differently.')),
    outcomeBefore: text('What it came to with the profiles that decided then.'),
    nodeBefore: orNull(text('Its node there; null if it has none.')),
    outcome: text('What it comes to with the other profile.'),
    node: orNull(text('Its node there; null if it has none.')),
    message: text('Why it has no node there, as kube-scheduler reports it; empty if it has one.'),
  },
};

/** The columns of what work comes to. */
export function columnsOf({ kind, report }: Work): Columns {
  if (kind !== 'report') return COLUMNS[kind];
  return REPORTS.find(({ name }) => name === report)?.columns ?? {};
}
