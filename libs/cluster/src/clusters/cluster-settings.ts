import type { AdmissionSettings } from '../admission/index.js';
import type { TraceBudget } from './trace-budget.js';

/** What of a cluster its owners decide. */
export interface ClusterSettings extends Partial<AdmissionSettings> {
  /** A DNS label, unique within the team. */
  readonly name: string;
  readonly traceBudget?: TraceBudget;
}
