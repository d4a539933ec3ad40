import { listDecisions } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import { allKinds } from '#kubernetes';
import { didYouMean, shownValue, type FieldProblem } from '#apimachinery';
import { locateCluster, type ClusterMoments } from '#history';
import { type ClusterAt, type ClusterRow, type NameMatch } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { sightOf } from '#access';
import { readDecisionId, findKnownRun } from '#scheduling';

/** What is looked for. */
export interface SearchRequest {
  readonly text: string;
  /** Kinds of objects, and `Run`, `Decision` and `Revision`; all where none is named. */
  readonly kinds?: readonly string[];
  readonly limit: number;
}

/** Something that a text names. */
export interface SearchHit {
  /** The kind of an object, or `Run`, `Decision` or `Revision`. */
  readonly kind: string;
  /** Empty where there is none. */
  readonly namespace: string;
  /** Of what has no name its id. */
  readonly name: string;
  /** Empty where there is none. */
  readonly uid: string;
  readonly match: NameMatch;
}

/** What is found by its id alone. */
const BY_ID = ['Run', 'Decision', 'Revision'] as const;
type ById = (typeof BY_ID)[number];

/** Everything that a search finds. */
export const SEARCHED_KINDS: readonly string[] = [...BY_ID, ...allKinds().map(({ kind }) => kind)];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REVISION = /^(?:revision:)?(0|[1-9][0-9]{0,17})$/;
const LONGEST = 253 + 64;
const MOST = 100;

/** Finds things by what people remember of them: a part of a name, or an id. */
export class SearchService {
  constructor(
    private readonly database: Database,
    private readonly moments: ClusterMoments,
  ) {}

  /**
   * Exact names and ids first, then names that begin so, then names that have it in them. At a moment: what was there.
   */
  async search(caller: Caller, which: ClusterAt, request: SearchRequest): Promise<Outcome<readonly SearchHit[]>> {
    const problems = problemsOf(request);
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    const { text, kinds = SEARCHED_KINDS, limit } = request;
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const ofObjects = kinds.filter((kind) => !BY_ID.includes(kind as ById));
      const byId = await idHits(tx, { which, cluster: opened.value.cluster, text, kinds });
      const named = ofObjects.length === 0 ? [] : await opened.value.searchNames({ text, kinds: ofObjects, limit });
      return ok([...byId, ...named].slice(0, limit));
    });
  }
}

/** A text is the id of one thing at most, but for a number, which may be in names too. */
async function idHits(
  tx: Transaction,
  {
    which,
    cluster,
    text,
    kinds,
  }: {
    readonly which: ClusterAt;
    readonly cluster: ClusterRow;
    readonly text: string;
    readonly kinds: readonly string[];
  },
): Promise<SearchHit[]> {
  const { id: clusterId } = cluster;
  const hit = (kind: ById, name: string, uid: string): SearchHit[] => [
    { kind, namespace: '', name, uid, match: 'exact' },
  ];
  const revision = REVISION.exec(text)?.[1];
  if (revision !== undefined && kinds.includes('Revision')) {
    const located = await locateCluster(tx, which, 'inSight');
    const isThere = !located.refused && BigInt(revision) <= located.value.point.revision && revision !== '0';
    return isThere ? hit('Revision', revision, '') : [];
  }
  if (UUID.test(text) && kinds.includes('Run')) {
    const run = await findKnownRun(tx, cluster, text.toLowerCase());
    return run === undefined ? [] : hit('Run', run.id, run.id);
  }
  const decision = kinds.includes('Decision') ? readDecisionId(text) : undefined;
  if (decision === undefined) return [];
  const run = await findKnownRun(tx, cluster, decision.run);
  const found = await listDecisions(tx, {
    clusterId,
    kind: run?.dryRun === true ? 'dryRun' : 'log',
    filter: { run: decision.run, sight: sightOf(cluster) },
    after: { run: decision.run, ordinal: decision.ordinal - 1 },
    limit: 1,
  });
  const [first] = found.map((one) => one.decision).filter(({ ordinal }) => ordinal === decision.ordinal);
  return first === undefined ? [] : hit('Decision', first.id, first.id);
}

function problemsOf({ text, kinds = [], limit }: SearchRequest): FieldProblem[] {
  const problem = (field: string, message: string): FieldProblem => ({ field, reason: 'FieldValueInvalid', message });
  return [
    ...(text.length === 0 || text.length > LONGEST ? [problem('text', `must have 1 to ${LONGEST} characters`)] : []),
    ...(limit < 1 || limit > MOST ? [problem('first', `must be 1 to ${MOST}`)] : []),
    ...kinds
      .filter((kind) => !SEARCHED_KINDS.includes(kind))
      .map((kind) => problem('kinds', `no such kind: ${shownValue(kind)}${didYouMean(kind, SEARCHED_KINDS)}`)),
  ];
}
