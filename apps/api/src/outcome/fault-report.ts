import type { Logger } from 'pino';

/** How faults are told from outages, and where they are written. */
export class FaultReport {
  constructor(
    readonly logger: Logger,
    readonly isOutage: (error: unknown) => boolean,
  ) {}
}
