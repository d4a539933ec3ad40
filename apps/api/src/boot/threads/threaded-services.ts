import type { ClusterAt, ImportReport, ImportRequest } from '#cluster';
import type { Caller } from '#access';
import type { Outcome } from '#requests';
import type {
  Comparison,
  ComparisonOptions,
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
  WhatIfRecord,
  WhatIfRequest,
  WhyNot,
  WhyNotRequest,
} from '#questions';
import type { Database } from '#database';
import type { Verification, VerificationRequest } from '#integrity';
import type { ReplayOptions, ReplayReport, ReplaySelection } from '#scheduling';
import { chunkAnswers, type Threads } from '#threads';
import type {
  ClusterAdvice,
  Comparisons,
  DecisionIndex,
  Imports,
  Replays,
  Snapshots,
  Verifications,
  WhatIfs,
  WhyNots,
} from './deciding.js';
import type { DecidingThread } from './jobs.js';
import { sentCaller } from './sent-caller.js';
import { clusterKey } from './threaded-scheduling.js';
import { sentIdempotency } from './sent-idempotency.js';

/** Replays in other threads. What is only read is read here. */
export class ThreadedReplays implements Replays {
  readonly scope: Replays['scope'];

  constructor(
    private readonly threads: Threads<DecidingThread>,
    reading: Replays,
  ) {
    this.scope = reading.scope.bind(reading);
  }

  replay(
    caller: Caller,
    request: { readonly cluster: string; readonly selection: ReplaySelection },
    { progress }: ReplayOptions = {},
  ): Promise<Outcome<ReplayReport>> {
    const { sent, waiting } = sentCaller(caller);
    return this.threads.call(
      'replay',
      { caller: sent, request },
      // The next replay of a cluster finds in memory what this one has read.
      { ...waiting, key: `replay ${request.cluster}`, ...(progress === undefined ? {} : { onNews: progress }) },
    );
  }
}

/** Comparisons in other threads. What is only read is read here. */
export class ThreadedComparisons implements Comparisons {
  readonly scope: Comparisons['scope'];

  constructor(
    private readonly threads: Threads<DecidingThread>,
    reading: Comparisons,
  ) {
    this.scope = reading.scope.bind(reading);
  }

  compare(
    caller: Caller,
    request: ComparisonRequest,
    { progress }: ComparisonOptions = {},
  ): Promise<Outcome<Comparison>> {
    const { sent, waiting } = sentCaller(caller);
    return this.threads.call(
      'compare',
      { caller: sent, request },
      // Replays and comparisons of a cluster find in memory what the ones before have read.
      { ...waiting, key: `replay ${request.cluster}`, ...(progress === undefined ? {} : { onNews: progress }) },
    );
  }
}

/** What would have to be otherwise, asked where the cluster is in memory, or will be. */
export class ThreadedWhyNots implements WhyNots {
  constructor(
    private readonly database: Database,
    private readonly threads: Threads<DecidingThread>,
  ) {}

  async whyNot(caller: Caller, which: ClusterAt, request: WhyNotRequest): Promise<Outcome<WhyNot>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await keyOf(this.database, caller, which);
    return this.threads.call('whyNot', { caller: sent, which, request }, { ...waiting, key });
  }

  async requestChanges(
    caller: Caller,
    cluster: string,
    decision: string,
  ): Promise<Outcome<readonly RequestChange[] | null>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await keyOf(this.database, caller, cluster);
    return this.threads.call('requestChanges', { caller: sent, cluster, decision }, { ...waiting, key });
  }

  async fitAnywhere(caller: Caller, which: ClusterAt, request: FitAnywhereRequest): Promise<Outcome<FitAnywhere>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await keyOf(this.database, caller, which);
    return this.threads.call('fitAnywhere', { caller: sent, which, request }, { ...waiting, key });
  }
}

/** What is to be said of a cluster as a whole, where its past is in memory. */
export class ThreadedClusterAdvice implements ClusterAdvice {
  constructor(
    private readonly database: Database,
    private readonly threads: Threads<DecidingThread>,
  ) {}

  async advice(caller: Caller, which: ClusterAt, request: AdviceRequest): Promise<Outcome<AdvicePage>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await keyOf(this.database, caller, which);
    return this.threads.call('advise', { caller: sent, which, request }, { ...waiting, key });
  }

  async pending(caller: Caller, which: ClusterAt): Promise<Outcome<PendingExplanation>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await keyOf(this.database, caller, which);
    return this.threads.call('explainPending', { caller: sent, which }, { ...waiting, key });
  }
}

/** What would be, tried where the cluster is in memory, or will be. */
export class ThreadedWhatIfs implements WhatIfs {
  constructor(
    private readonly database: Database,
    private readonly threads: Threads<DecidingThread>,
  ) {}

  async whatIf(caller: Caller, which: ClusterAt, request: WhatIfRequest): Promise<Outcome<WhatIfRecord>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await clusterKey(this.database, caller, typeof which === 'string' ? which : which.cluster);
    return this.threads.call('whatIf', { caller: sent, which, request }, { ...waiting, key });
  }

  async ask<Name extends QuestionName>(
    caller: Caller,
    which: ClusterAt,
    question: Question<Name>,
  ): Promise<Outcome<QuestionAnswers[Name]>> {
    const { sent, waiting } = sentCaller(caller);
    const key = await clusterKey(this.database, caller, typeof which === 'string' ? which : which.cluster);
    const answer = await this.threads.call('ask', { caller: sent, which, question }, { ...waiting, key });
    // The answer is that of the question.
    return answer as Outcome<QuestionAnswers[Name]>;
  }
}

/** Verifications in other threads. */
export class ThreadedVerifications implements Verifications {
  readonly scope: Verifications['scope'];

  constructor(
    private readonly threads: Threads<DecidingThread>,
    reading: Verifications,
  ) {
    this.scope = reading.scope.bind(reading);
  }

  verify(caller: Caller, { cluster, onProgress }: VerificationRequest): Promise<Outcome<Verification>> {
    const { sent, waiting } = sentCaller(caller);
    return this.threads.call(
      'verify',
      { caller: sent, cluster },
      { ...waiting, ...(onProgress === undefined ? {} : { onNews: onProgress }) },
    );
  }
}

/** The thread that has the cluster in memory, or will. */
function keyOf(database: Database, caller: Caller, which: ClusterAt): Promise<string> {
  return clusterKey(database, caller, typeof which === 'string' ? which : which.cluster);
}

/** The chores of a house go to one thread, as long as it lives: it knows what it has done. */
const CHORES = { key: 'chores' };

/** The index over decisions, kept in another thread. */
export class ThreadedDecisionIndex implements DecisionIndex {
  constructor(
    private readonly threads: Threads<DecidingThread>,
    private readonly isBusy: () => boolean,
  ) {}

  tidy(caller: Caller): Promise<number> {
    return this.threads.call('index', { caller }, { ...CHORES, answer: () => Promise.resolve(this.isBusy()) });
  }

  async stop(): Promise<void> {
    await this.threads.callEach('stopIndexing', null);
  }
}

/** Snapshots, made in another thread. */
export class ThreadedSnapshots implements Snapshots {
  constructor(private readonly threads: Threads<DecidingThread>) {}

  keep(caller: Caller): Promise<number> {
    return this.threads.call('keepSnapshots', { caller }, CHORES);
  }
}

/** Imports in other threads: this one reads the body, and gives it away piece by piece as it is asked for. */
export class ThreadedImports implements Imports {
  constructor(private readonly threads: Threads<DecidingThread>) {}

  import(caller: Caller, { manifests, idempotency, ...request }: ImportRequest): Promise<Outcome<ImportReport>> {
    // What was begun is finished, whoever waits for it.
    const { sent } = sentCaller(caller);
    const input = { caller: sent, request, idempotency: sentIdempotency(idempotency) };
    const onNews = (): void => idempotency?.onReplay?.();
    return this.threads.call('import', input, { answer: chunkAnswers(manifests), onNews });
  }
}
