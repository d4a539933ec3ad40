import type { Database } from '#database';
import type { VerificationService } from '#integrity';
import type { SchedulingService } from '#scheduling';
import type { PastClusters, WarmClusters } from '#state';

/** What services are made of, in every thread. */
export interface Sources {
  readonly database: Database;
  /** Past states, of which a thread keeps each once. */
  readonly clusters: PastClusters;
  /** The one of the thread. */
  readonly scheduling: SchedulingService;
  /** Labels that say what a node is, beside those that are known to. */
  readonly identityLabels: readonly string[];
  /** The clusters that it has in memory. */
  readonly warm: WarmClusters;
  readonly verification: NonNullable<ConstructorParameters<typeof VerificationService>[1]>;
  /** Whether runs are under way, which the index gives way to. */
  readonly isBusy: () => boolean;
  /** Called with a rule of advice that threw. */
  readonly onRuleFailed: (rule: string, error: unknown) => void;
}
