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
}

/** The mirror as it stands in a cluster's row. */
export function mirrorOf(mirror: MirrorText | null): ClusterMirror | null {
  if (mirror === null) return null;
  const { by, source, since, lastAt, lapsesAt, behindMs, stream, sequence } = mirror;
  return {
    by,
    source,
    since: isoOf(since),
    lastAt: isoOf(lastAt),
    lapsesAt: isoOf(lapsesAt),
    behindSeconds: behindMs / 1_000,
    stream,
    sequence,
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
