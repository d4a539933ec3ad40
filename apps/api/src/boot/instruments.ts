import type { Metrics } from '../resources/metrics/index.js';
import type { FaultReport } from '../ground/outcome/index.js';

/** What tells of the application, and is there before it. */
export class Instruments {
  readonly faults: FaultReport;
  readonly metrics: Metrics;

  constructor({ faults, metrics }: Instruments) {
    this.faults = faults;
    this.metrics = metrics;
  }
}
