import type { ImportService } from '#cluster';
import type { ComparisonService, ClusterAdviceService, WhatIfService, WhyNotService } from '#questions';
import type { SnapshotKeeper } from '#state';
import type { VerificationService } from '#integrity';
import type { DecisionIndexService, ReplayService, SchedulingService } from '#scheduling';

type Public<Service> = Pick<Service, keyof Service>;

/** Runs, as the doors and the house know them. */
export type Scheduling = Omit<Public<SchedulingService>, 'clusters' | 'warm' | 'warmBytes' | 'underWay'>;
export type Replays = Public<ReplayService>;
export type Comparisons = Public<ComparisonService>;
export type ClusterAdvice = Public<ClusterAdviceService>;
export type WhyNots = Public<WhyNotService>;
export type WhatIfs = Public<WhatIfService>;
export type Verifications = Public<VerificationService>;
export type Imports = Public<ImportService>;
export type DecisionIndex = Public<DecisionIndexService>;
export type Snapshots = Public<SnapshotKeeper>;

/** What takes long: in this thread or in others, the same for whoever calls. */
export abstract class Deciding {
  abstract readonly scheduling: Scheduling;
  abstract readonly replays: Replays;
  abstract readonly comparisons: Comparisons;
  abstract readonly whyNots: WhyNots;
  abstract readonly whatIfs: WhatIfs;
  abstract readonly clusterAdvice: ClusterAdvice;
  abstract readonly verification: Verifications;
  abstract readonly imports: Imports;
  abstract readonly decisionIndex: DecisionIndex;
  abstract readonly snapshots: Snapshots;
  /** Starts the threads, which otherwise start when they are needed. */
  abstract readonly start: () => void;
  /** Ends the threads; what they have not finished is lost. */
  abstract readonly stop: () => Promise<void>;
}
