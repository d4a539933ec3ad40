/** Something in the tables that verification does not find, or not always, when somebody edits it. */
export interface NotChecked {
  readonly table: string;
  /** Columns whose edits are not found; `*`: all of the table. */
  readonly columns: readonly string[];
  /** Rows that may be gone, or more, without being missed. */
  readonly rows: readonly ('gone' | 'added')[];
  /** Only of these rows; absent: of all. */
  readonly only?: string;
  /** Why nothing can be said of it. */
  readonly why: string;
}

/**
 * All that is not proved, for whoever reads the outcome of a verification; specs edit every column of every table, and
 * hold this list to what is found.
 */
export const NOT_CHECKED: readonly NotChecked[] = [
  {
    table: 'teams',
    columns: ['name', 'created_at', 'created_by'],
    rows: ['added'],
    why: 'nothing else says what a team is called, or that there is one without clusters',
  },
  {
    table: 'clusters',
    columns: ['name', 'trace_keep', 'trace_nodes', 'condition_taints', 'memory_pressure_tolerations'],
    rows: [],
    why: 'names and settings of a cluster are no history, and are changed at any time',
  },
  {
    table: 'clusters',
    columns: ['created_at'],
    rows: [],
    only: 'clusters that were made without a key, or longer ago than the answer is kept',
    why: 'the answer of its making alone says when that was',
  },
  {
    table: 'engines',
    columns: ['version', 'first_used_at'],
    rows: ['added'],
    why: 'profiles are made for the digest of an engine; what its package was called is said here alone',
  },
  { table: 'profiles', columns: ['created_at'], rows: [], why: 'the digest of a version does not cover its time' },
  {
    table: 'profiles',
    columns: ['config'],
    rows: [],
    only: 'the spelling of a source that comes to the same, and sources for another engine than the present one',
    why: 'the digest of a version covers what its source comes to',
  },
  {
    table: 'profiles',
    columns: ['engine_digest'],
    rows: [],
    only: 'where it is empty, as in rows from before it was noted',
    why: 'that it was there is said nowhere else',
  },
  {
    table: 'profiles',
    columns: [],
    rows: ['gone'],
    only: 'the last versions of a name, where no decision was made by them',
    why: 'nothing else names them',
  },
  {
    table: 'runs',
    columns: [
      'actor',
      'asked',
      'base_revision',
      'created_at',
      'decide_ms',
      'durations',
      'error',
      'expires_at',
      'finished_at',
      'owner',
      'profile_digest',
      'profile_name',
      'profile_version',
      'read_ms',
      'seed',
      'state',
      'tie_break',
      'total_ms',
      'write_ms',
    ],
    rows: [],
    why: 'what a run says of itself beyond its outcome is not hashed; each decision has its own profile and seed',
  },
  {
    table: 'runs',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'dry runs, and runs that did not complete',
    why: 'they are no history, or ended at a moment that nothing else knows',
  },
  {
    table: 'dry_run_decisions',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'dry runs are no history: nothing of them is hashed, and they expire',
  },
  {
    table: 'dry_run_trace_chunks',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'dry runs are no history: nothing of them is hashed, and they expire',
  },
  {
    table: 'run_parts',
    columns: ['decided_at'],
    rows: [],
    why: 'the time that a decision is made again by is not hashed with it',
  },
  {
    table: 'decisions',
    columns: ['pod_created_at'],
    rows: [],
    only: 'where it is empty, as in rows from before it was noted',
    why: 'that it was there is said nowhere else',
  },
  {
    table: 'trace_chunks',
    columns: ['body'],
    rows: [],
    only: 'traces that were kept in part, and bytes behind what is packed',
    why: 'they cannot be encoded again; each is counted as not checkable',
  },
  {
    table: 'node_sets',
    columns: [],
    rows: ['gone', 'added'],
    only: 'those that no trace in the database refers to',
    why: 'contents are found by their digest, and missed only by what refers to them',
  },
  {
    table: 'trace_bases',
    columns: [],
    rows: ['gone', 'added'],
    only: 'those that no trace in the database refers to',
    why: 'contents are found by their digest, and missed only by what refers to them',
  },
  {
    table: 'trace_bases',
    columns: ['body'],
    rows: [],
    only: 'bytes behind what is packed',
    why: 'the digest is of what is unpacked, which is the same',
  },
  {
    table: 'snapshot_chunks',
    columns: ['body'],
    rows: [],
    only: 'bytes behind what is packed',
    why: 'the digest is of what is unpacked, which is the same',
  },
  {
    table: 'pods',
    columns: ['bound_at'],
    rows: [],
    only: 'within its second, of pods that were bound before the last snapshot or changed since',
    why: 'what the pod itself says of it are whole seconds',
  },
  {
    table: 'objects',
    columns: ['changed_at', 'changed_by'],
    rows: [],
    only: 'profiles whose last change is archived, or is from before a fork',
    why: 'they stand for an entry that is in a file, or in the log of the origin',
  },
  { table: 'snapshots', columns: ['created_at'], rows: [], why: 'its digest does not cover when a snapshot was made' },
  {
    table: 'snapshots',
    columns: [],
    rows: ['gone'],
    only: 'whole snapshots, with all of their chunks, that no log begins with',
    why: 'a state is read from an earlier one as well',
  },
  {
    table: 'checkpoints',
    columns: ['note'],
    rows: [],
    only: 'signatures of a key before the present one',
    why: 'its public half is not kept here; each is counted as not checkable',
  },
  {
    table: 'checkpoints',
    columns: [],
    rows: ['gone'],
    only: 'the last one of a cluster, and those of which this process keeps no notes',
    why: 'a note that is in no row is what a process leaves that dies as it signs',
  },
  {
    table: 'merkle_nodes',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'subtrees over archived revisions alone',
    why: 'what they are made of is in a file; proofs that go through them fail',
  },
  {
    table: 'archives',
    columns: ['to_at', 'archived_at'],
    rows: [],
    why: 'that they lie between their neighbours is all that the ends of a file say',
  },
  ...['api_keys', 'grants', 'namespace_teams', 'team_members'].map((table): NotChecked => ({
    table,
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'who has access now is no history: each change of it is in the log of access, which is checked',
  })),
  {
    table: 'rate_limits',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'how often somebody has asked of late is no history',
  },
  {
    table: 'refusals',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'what was refused is no history: nothing of it is hashed, and it is removed when it is old',
  },
  {
    table: 'idempotency_keys',
    columns: ['operation', 'key', 'request_hash', 'outcome'],
    rows: ['gone', 'added'],
    why: 'nothing else says that a key was used, or for what; of an answer, what it names is looked for',
  },
  {
    table: 'operations',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'what was asked for and what it came to is no history, and is forgotten after a day',
  },
  {
    table: 'decision_indexes',
    columns: ['revision', 'since'],
    rows: [],
    only: 'within the revisions that have no decisions',
    why: 'where the index goes on is the same',
  },
  {
    table: 'decision_postings',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'of labels, and of archived decisions',
    why: 'labels are those that a pod had when its decision was indexed',
  },
  {
    table: 'decision_places',
    columns: ['*'],
    rows: [],
    only: 'of archived decisions',
    why: 'what they point at is in a file',
  },
  {
    table: 'decision_totals',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'of days with archived decisions, beyond those that are not archived',
    why: 'what they count is in a file',
  },
  {
    table: 'decision_total_pods',
    columns: ['first'],
    rows: [],
    why: 'into which rows it is divided who was tried means nothing',
  },
  {
    table: 'decision_total_pods',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'of days with archived decisions, beyond those that are not archived',
    why: 'whom they name is in a file',
  },
  {
    table: 'decision_waits',
    columns: ['*'],
    rows: ['gone', 'added'],
    only: 'of days with archived decisions, beyond those that are not archived',
    why: 'what they count is in a file',
  },
  {
    table: 'decision_indexes',
    columns: [],
    rows: ['gone'],
    only: 'all rows of a cluster in all tables of the index at once',
    why: 'that is an index that is not made yet; searches and sums read the decisions themselves then',
  },
  {
    table: '_prisma_migrations',
    columns: ['*'],
    rows: ['gone', 'added'],
    why: 'which migrations were applied is said here alone, and by the tables themselves',
  },
];
