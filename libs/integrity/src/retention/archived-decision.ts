import { rejectionOf, type Decision } from '#audit';
import { readGzipLines } from './gzip-file.js';

/**
 * A decision of a ledger in a compressed file, as it was recorded; undefined when it is not in there.
 * The file is read up to it.
 */
export async function findArchivedDecision(
  path: string,
  { run, ordinal }: { readonly run: string; readonly ordinal: number },
): Promise<Decision | undefined> {
  for await (const line of readGzipLines(path)) {
    if (!line.includes(`"run":"${run}"`) || !line.includes(`"ordinal":${ordinal},`)) continue;
    // An object of the cluster may hold the same words.
    const { entry } = JSON.parse(line) as { readonly entry?: ArchivedEntry };
    if (entry !== undefined && TYPES.has(entry.type) && entry.run === run && entry.ordinal === ordinal)
      return decisionOf(entry);
  }
  return undefined;
}

const TYPES: ReadonlySet<string> = new Set([1, 2, 3, 4, 5].map((version) => `berth.decision/${version}`));

/** What is hashed of a decision is all there is to say of it. */
type ArchivedEntry = Omit<Decision, 'id' | 'reasonCode' | 'woken'> & {
  readonly type: string;
  readonly reasonCode: Decision['reasonCode'] | null;
  readonly woken?: string | null;
};

/** In the order in which people read it. */
function decisionOf({
  run,
  ordinal,
  attempt,
  at,
  pod,
  outcome,
  reasonCode,
  node,
  nominatedNode,
  victims,
  message,
  nodes,
  rejections,
  best,
  profile,
  seed,
  traceDigest,
  traceStored,
  clusterAt,
  woken,
  observed,
}: ArchivedEntry): Decision {
  return {
    id: `${run}.${ordinal}`,
    run,
    ordinal,
    attempt,
    at,
    pod,
    outcome,
    ...(reasonCode === null || reasonCode === undefined ? {} : { reasonCode }),
    node,
    nominatedNode,
    victims,
    message,
    nodes,
    rejections: rejections.map(rejectionOf),
    best,
    profile,
    seed,
    traceDigest,
    traceStored,
    ...(clusterAt !== undefined && { clusterAt }),
    ...(typeof woken === 'string' && { woken }),
    ...(observed !== undefined && { observed }),
  };
}
