import type { ClusterAt, ImportKey, ImportReport, ImportRequest } from '#cluster';
import type { Caller } from '#access';
import type { Outcome } from '#requests';
import type { StatementTimeouts } from '#database';
import type {
  Comparison,
  ComparisonProgress,
  ComparisonRequest,
  AdvicePage,
  AdviceRequest,
  FitAnywhere,
  FitAnywhereRequest,
  PendingExplanation,
  Question,
  QuestionAnswers,
  QuestionName,
  RequestChange,
  WhyNot,
  WhyNotRequest,
  WhatIfRecord,
  WhatIfRequest,
} from '#questions';
import type { Verification, VerificationProgress } from '#integrity';
import type { LoadedPlugin } from '#plugin-host';
import type {
  EndedRun,
  ExtenderCall,
  ReplayProgress,
  ReplayReport,
  ReplaySelection,
  Run,
  RunProgressReport,
  ScheduleRequest,
} from '#scheduling';
import type { SpanSettings } from '#spans';
import type { Chunk, ChunkQuestion, SentError } from '#threads';
import type { MemoryShares } from '../memory.js';
import type { ThreadMeasures } from '../../resources/metrics/index.js';
import type { SentIdempotency } from './sent-idempotency.js';

/** What a deciding thread is started with. */
export interface DecidingSettings {
  readonly url: string;
  /** Connections at most, beside the one of its lease. */
  readonly poolSize: number;
  /** Beyond those, for imports. */
  readonly pacedConnections: number;
  readonly statementTimeouts: StatementTimeouts;
  /** What this thread may keep, in bytes. */
  readonly memory: Pick<MemoryShares, 'warm' | 'executor' | 'past' | 'books'>;
  /** Hosts that extenders may be called on. */
  readonly extenderHosts: readonly string[];
  /** Where archives lie. */
  readonly archiveFolder: string;
  /** What checkpoints are verified with, and the folder of their notes, where there is one. */
  readonly publicKeyPem: string;
  readonly notesFolder: string | undefined;
  /** Where spans go; undefined: none are made. */
  readonly spans: SpanSettings | undefined;
  /** The operator's own, and how long each may take for one pod. */
  readonly plugins: readonly LoadedPlugin[];
  readonly pluginBudgetMs: number;
  /** Those of the thread that answers, which this one shares. */
  readonly processorTurns: SharedArrayBuffer;
}

interface Job<Input, Output, News = never, Question = never, Answer = never> {
  readonly input: Input & { readonly caller: Caller };
  readonly output: Output;
  readonly news: News;
  readonly question: Question;
  readonly answer: Answer;
}

/** Said of a call whose answer is a repetition. */
type Replayed = 'replayed';

/** All that leaves the thread that answers. */
export interface DecidingThread {
  readonly jobs: {
    /** Its call is open as long as the run is under way: of one that nobody waits for, the answer comes as news. */
    readonly schedule: Job<
      { readonly request: ScheduleRequest; readonly wait: boolean; readonly idempotency: SentIdempotency | undefined },
      Outcome<Run>,
      Replayed | { readonly started: Outcome<Run> }
    >;
    readonly replay: Job<
      { readonly request: { readonly cluster: string; readonly selection: ReplaySelection } },
      Outcome<ReplayReport>,
      ReplayProgress
    >;
    readonly compare: Job<{ readonly request: ComparisonRequest }, Outcome<Comparison>, ComparisonProgress>;
    readonly whyNot: Job<{ readonly which: ClusterAt; readonly request: WhyNotRequest }, Outcome<WhyNot>>;
    readonly requestChanges: Job<
      { readonly cluster: string; readonly decision: string },
      Outcome<readonly RequestChange[] | null>
    >;
    readonly fitAnywhere: Job<
      { readonly which: ClusterAt; readonly request: FitAnywhereRequest },
      Outcome<FitAnywhere>
    >;
    readonly ask: Job<
      { readonly which: ClusterAt; readonly question: Question },
      Outcome<QuestionAnswers[QuestionName]>
    >;
    readonly whatIf: Job<{ readonly which: ClusterAt; readonly request: WhatIfRequest }, Outcome<WhatIfRecord>>;
    readonly advise: Job<{ readonly which: ClusterAt; readonly request: AdviceRequest }, Outcome<AdvicePage>>;
    readonly explainPending: Job<{ readonly which: ClusterAt }, Outcome<PendingExplanation>>;
    readonly verify: Job<{ readonly cluster: string | undefined }, Outcome<Verification>, VerificationProgress>;
    readonly import: Job<
      {
        readonly request: Omit<ImportRequest, 'manifests' | 'idempotency'>;
        readonly idempotency: SentIdempotency<ImportKey> | undefined;
      },
      Outcome<ImportReport>,
      Replayed,
      ChunkQuestion,
      Chunk | undefined
    >;
    /** Indexes decisions; asks now and then whether runs are under way, to which it gives way. */
    readonly index: Job<object, number, never, 'isBusy', boolean>;
    /** Resolves when the step of indexing that is under way has ended, and no other begins. */
    readonly stopIndexing: Omit<Job<object, void>, 'input'> & { readonly input: null };
    readonly keepSnapshots: Job<object, number>;
    readonly tidy: Job<object, { readonly cancelled: readonly string[]; readonly expired: number }>;
    /** Resolves when no run is under way any more. */
    readonly settle: Omit<Job<object, void>, 'input'> & { readonly input: { readonly graceMs?: number } };
    /** Gives back what the thread has of the database. */
    readonly close: Omit<Job<object, void>, 'input'> & { readonly input: null };
  };
  readonly news: DecidingNews;
}

/** What a deciding thread tells beside its calls. */
export type DecidingNews =
  | { readonly kind: 'underWay'; readonly runs: ReadonlyMap<string, RunProgressReport> }
  | { readonly kind: 'runFailed'; readonly run: string; readonly error: SentError }
  | { readonly kind: 'connectionLost'; readonly error: SentError }
  | { readonly kind: 'runEnded'; readonly run: EndedRun }
  | { readonly kind: 'raceLost' }
  | { readonly kind: 'extenderCalled'; readonly call: ExtenderCall }
  | ({ readonly kind: 'measured' } & ThreadMeasures)
  /** A notification, which the thread that answers passes on to the listeners of this process. */
  | { readonly kind: 'notified'; readonly topic: string; readonly payload: string };
