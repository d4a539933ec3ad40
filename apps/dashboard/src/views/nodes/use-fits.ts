import { useMemo } from 'react';
import { useAsk } from '../../api/index.js';
import { FitsPodDocument } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import type { Fill } from './draw-map.js';

const FILLS: Readonly<Record<string, Fill>> = {
  Unschedulable: 'unschedulable',
  UnschedulableAndUnresolvable: 'unresolvable',
  Error: 'error',
};

/** Of the pod in the address, what its last decision said of each node; undefined while there is none. */
export function useFits(): ReadonlyMap<string, Fill> | undefined {
  const { cluster, at, search } = usePlace();
  const [namespace = '', name = ''] = (search['pod'] ?? '').split('/');
  const isAsked = search['colour'] === 'fits' && name !== '';
  const { data } = useAsk(FitsPodDocument, { cluster, at: at ?? null, namespace, name }, { isAsked });
  const columns = data?.cluster?.pod?.lastDecision?.traceColumns;
  return useMemo(() => {
    if (!columns) return undefined;
    const { nodeSet, rows, own, statuses } = columns;
    const kept = rows ?? nodeSet.names.map((_, row) => row);
    return new Map(
      kept.map((row, index) => {
        const verdict = own.all ?? own.values?.[index] ?? 0;
        return [nodeSet.names[row] ?? '', verdict === 0 ? 'passes' : FILLS[statuses[verdict - 1]?.code ?? '']] as const;
      }),
    );
  }, [columns]);
}
