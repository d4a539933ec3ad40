import { useMemo } from 'react';
import { useAsk } from '../../api/index.js';
import type { Sample } from '../../drawing/index.js';
import { NodesOverTimeDocument } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';

/** How full each node was of a resource over the time that the log reaches back, by name. */
export type OverTime = ReadonlyMap<string, readonly Sample[]>;

/** The column is there while it is waited for, so that nothing moves. */
const NOT_YET: OverTime = new Map();

/** Undefined where the table does not show it, and for readers of a part. */
export function useOverTime(resource: string, isShown: boolean): OverTime | undefined {
  const { cluster, at } = usePlace();
  const { data, isPlaceholderData, isLoading } = useAsk(
    NodesOverTimeDocument,
    { cluster, resource },
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
