import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths, usePlace } from '../place/index.js';
import { Grid, useFollowed, type Column } from '../table/index.js';
import type { ListedPod } from './pod-columns.js';

const keyOf = ({ uid }: ListedPod): string => uid;

/** Pods as a table that leads to them; what comes while it is looked at is offered, and moves nothing. */
export function PodGrid<Pod extends ListedPod>({
  pods,
  total,
  question,
  columns,
}: {
  readonly pods: readonly Pod[];
  readonly total: number;
  /** What the list answers: another one begins anew. */
  readonly question: string;
  readonly columns: (cluster: string) => readonly Column<Pod>[];
}): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { rows, offer } = useFollowed(pods, question, keyOf);
  return (
    <Grid
      noun="pod"
      columns={columns(cluster)}
      rows={rows}
      rowKey={keyOf}
      total={total}
      open={({ namespace, name }) => void navigate({ to: paths.pods(cluster, namespace ?? '', name) })}
    >
      {offer}
    </Grid>
  );
}
