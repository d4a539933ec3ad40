import { ownField } from '#json';
import type { KubernetesObject } from '../../metadata/index.js';
import { AGE, ageOf, described, NAME, ofField, printerColumns, WIDE, type Cell } from '../../table/index.js';
import { podSummary, type PrintedPod } from './pod-summary.js';

/** A pod in a table. // as API server v1.34 printPod */
export const podColumns = printerColumns<PrintedPod>({
  columns: [
    NAME,
    described('Ready', 'The aggregate readiness state of this pod for accepting traffic.'),
    described('Status', 'The aggregate status of the containers in this pod.'),
    described(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last container in this pod ' +
        'has restarted.',
    ),
    AGE,
    ofField('IP', 'PodStatus.podIP', WIDE),
    ofField('Node', 'PodSpec.nodeName', WIDE),
    ofField('Nominated Node', 'PodStatus.nominatedNodeName', WIDE),
    ofField('Readiness Gates', 'PodSpec.readinessGates', WIDE),
  ],
  cells,
  conditions: ({ status }) => ownField(CONDITIONS, status?.phase ?? '') ?? [],
});

const CONDITIONS: Readonly<Record<string, readonly [ReturnType<typeof completed>]>> = {
  Succeeded: [completed('Succeeded', 'The pod has completed successfully.')],
  Failed: [completed('Failed', 'The pod failed.')],
};

function completed(reason: string, message: string) {
  return { type: 'Completed', status: 'True', reason, message } as const;
}

function cells(pod: KubernetesObject & PrintedPod, now: number): readonly Cell[] {
  const { metadata, spec, status } = pod;
  const { ready, total, reason, restarts, restartedAt } = podSummary(pod);
  return [
    metadata.name,
    `${ready}/${total}`,
    reason,
    restarts === 0 || restartedAt === 0 ? `${restarts}` : `${restarts} (${ageOf(timeOf(restartedAt), now)} ago)`,
    ageOf(metadata.creationTimestamp, now),
    status?.podIPs?.[0]?.ip || status?.podIP || '<none>',
    spec?.nodeName || '<none>',
    status?.nominatedNodeName || '<none>',
    readinessGates(pod),
  ];
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** How many of the gates are open; a condition that stands twice counts once. */
function readinessGates({ spec, status }: PrintedPod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const conditions = status?.conditions ?? [];
  const open = gates.filter(
    ({ conditionType }) => conditions.find(({ type }) => type === conditionType)?.status === 'True',
  );
  return `${open.length}/${gates.length}`;
}
