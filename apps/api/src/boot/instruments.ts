import { outageKind, outageReason } from '#database';
import type { Logger } from 'pino';
import type { Metrics } from '../resources/metrics/index.js';
import { FaultReport } from '../ground/outcome/index.js';

/** What tells of the application, and is there before it. */
export class Instruments {
  readonly faults: FaultReport;
  readonly metrics: Metrics;

  constructor({ faults, metrics }: Instruments) {
    this.faults = faults;
    this.metrics = metrics;
  }
}

/** Reports faults in the log, each with what it comes from. */
export function createFaults(logger: Logger): FaultReport {
  return new FaultReport(logger, { reasonOf: outageReason, kindOf: outageKind });
}
