import type { Refusal } from '#requests';
import type { MirrorText } from './mirror-column.queries.js';

/** How a cluster follows a real one, as every face shows it. Times are RFC 3339. */
export interface ClusterMirror {
  /** Who sends what happens there. */
  readonly by: string;
  /** What is followed, in their words. */
  readonly source: string;
  readonly since: string;
  /** When the last batch was taken. */
  readonly lastAt: string;
  /** From then on another mirror may take over, unless a batch comes before. */
  readonly lapsesAt: string;
  /** How old the oldest change of the last batch was when it was sent. */
  readonly behindSeconds: number;
  readonly stream: string;
  /** Number of the last batch; decimal text. */
  readonly sequence: string;
  /** Of which decisions seen there the trace is stored. */
  readonly traces: string;
  /** Changes seen so long before a decision may not be known to it. */
  readonly windowMs: number;
  /** Decisions seen there that are not judged yet; at most 1,000 are counted. */
  readonly unjudged: number;
  /** When the first of them was seen; null if there is none. */
  readonly unjudgedSince: string | null;
}

/** The mirror as it stands in a cluster's row. */
export function mirrorOf(mirror: MirrorText | null): ClusterMirror | null {
  if (mirror === null) return null;
  const { by, source, since, lastAt, lapsesAt, behindMs, unjudgedSince } = mirror;
  const { stream, sequence, traces, windowMs, unjudged } = mirror;
  return {
    by,
    source,
    since: isoOf(since),
    lastAt: isoOf(lastAt),
    lapsesAt: isoOf(lapsesAt),
    behindSeconds: behindMs / 1_000,
    ...{ stream, sequence, traces, windowMs, unjudged },
    unjudgedSince: unjudgedSince === null ? null : isoOf(unjudgedSince),
  };
}

/** Why nothing but its mirror writes to a cluster; undefined where it follows none. */
export function refusedFollowed({
  name,
  mirror,
}: {
  readonly name: string;
  readonly mirror: MirrorText | null;
}): Refusal | undefined {
  if (mirror === null) return undefined;
  const { by, since, lastAt } = mirror;
  return { kind: 'ClusterFollowed', cluster: name, by, since: isoOf(since), lastAt: isoOf(lastAt) };
}

function isoOf(time: string): string {
  return new Date(time).toISOString();
}
