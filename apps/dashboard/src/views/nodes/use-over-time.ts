import { useMemo } from 'react';
import { useAsk } from '../../api/index.js';
import type { Sample } from '../../drawing/index.js';
import { NodesOverTimeDocument, type NodeMapQuery } from '../../generated/documents.js';
import { endOfHistory, usePlace } from '../../place/index.js';

/** How full each node was of a resource over the time that the log reaches back, by name. */
export type OverTime = ReadonlyMap<string, readonly Sample[]>;

/** The column is there while it is waited for, so that nothing moves. */
const NOT_YET: OverTime = new Map();

/** From when to when the log has something. */
export type NodeMapHistory = NonNullable<NodeMapQuery['cluster']>['history'];

interface Asked {
  readonly resource: string;
  readonly history: NodeMapHistory;
  readonly isShown: boolean;
}

/** Undefined where the table does not show it, and for readers of a part. */
export function useOverTime({ resource, history, isShown }: Asked): OverTime | undefined {
  const { cluster, at } = usePlace();
  // Nothing has changed since the last write.
  const { first, last } = history;
  const { data, isPlaceholderData, isLoading } = useAsk(
    NodesOverTimeDocument,
    { cluster, resource, until: first && last ? endOfHistory(first.at, last.at) : null },
    { isAsked: isShown && at === undefined },
  );
  const found = isPlaceholderData ? undefined : data?.cluster?.nodesOverTime;
  const overTime = useMemo(
    () =>
      found &&
      new Map(
        found.nodes.map(({ name, ratios }) => [
          name,
          ratios.map((value, column) => ({ at: found.at[column] ?? '', value })),
        ]),
      ),
    [found],
  );
  return isLoading || isPlaceholderData ? NOT_YET : overTime;
}
