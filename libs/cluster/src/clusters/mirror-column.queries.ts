/** What is stored of the mirror of a cluster, as a row of clusters has it; times are as JSON has them. */
export interface MirrorText {
  readonly stream: string;
  /** Decimal text. */
  readonly sequence: string;
  readonly source: string;
  readonly by: string;
  readonly since: string;
  readonly lastAt: string;
  readonly lapsesAt: string;
  readonly behindMs: number;
  readonly traces: string;
  readonly windowMs: number;
  readonly unjudged: number;
  readonly unjudgedSince: string | null;
}

/** So many are counted: the column is read with every cluster. */
const MOST_UNJUDGED = 1_000;

/** The mirror of the cluster of a row; null where the cluster follows none. */
export function mirrorColumn(clusterId: string): string {
  return `(SELECT json_build_object('stream', m.stream, 'sequence', m.sequence::text, 'source', m.source, 'by', m.by,
      'since', m.since, 'lastAt', m.last_at, 'lapsesAt', m.lapses_at, 'behindMs', m.behind_ms,
      'traces', m.traces, 'windowMs', m.window_ms,
      'unjudged', (SELECT count(*) FROM (SELECT FROM mirror_observations o WHERE o.cluster_id = m.cluster_id
        LIMIT ${MOST_UNJUDGED}) AS counted),
      'unjudgedSince', (SELECT o.at FROM mirror_observations o WHERE o.cluster_id = m.cluster_id
        ORDER BY o.position LIMIT 1))
    FROM cluster_mirrors m WHERE m.cluster_id = ${clusterId})`;
}
