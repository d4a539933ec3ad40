import type { AdmissionSettings } from '../admission/index.js';
import type { TraceBudget } from './trace-budget.js';

/** What of a cluster its owners decide. */
export interface ClusterSettings extends Partial<AdmissionSettings> {
  /** A DNS label, unique within the team. */
  readonly name: string;
  readonly traceBudget?: TraceBudget;
  /** Only at its creation: the cluster lives. */
  readonly clock?: ClockSettings;
}

/** A clock of a cluster, which stands still between requests. */
export interface ClockSettings {
  /** Its first time, RFC 3339; the time of the request unless given. */
  readonly now?: string;
  /** Of all that is random in the cluster. */
  readonly seed?: string;
}
