import type { AdmissionSettings } from '#writes';
import type { TraceBudget } from './trace-budget.js';

/** What of a cluster its owners decide. */
export interface ClusterSettings extends Partial<AdmissionSettings> {
  /** A DNS label, unique within the team. */
  readonly name: string;
  readonly traceBudget?: TraceBudget;
  /** Only at its creation: the cluster lives. */
  readonly clock?: ClockSettings;
}

/** How time passes in a cluster: in requests alone, or by itself. */
export type ClockMode = 'virtual' | 'real';

/** A clock of a cluster. */
export interface ClockSettings {
  /** Virtual unless given. */
  readonly mode?: ClockMode;
  /** Of a real clock: how many seconds pass in a second of the wall; 1 unless given. */
  readonly rate?: number;
  /** JSON: what kubelets do where annotations say nothing. */
  readonly kubelet?: object;
  /** Its first time, RFC 3339; the time of the request unless given. */
  readonly now?: string;
  /** Of all that is random in the cluster. */
  readonly seed?: string;
}
