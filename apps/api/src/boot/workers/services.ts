import { VerificationService } from '#integrity';
import { ClusterAdviceService, ComparisonService, WhatIfService, WhyNotService } from '#questions';
import { ReportService } from '#reports';
import { DecisionIndexService, ObservationService, ReplayService, SchedulingService } from '#scheduling';
import { SnapshotKeeper } from '#state';
import { ImportLane, ImportService } from '#transfer';
import { COMPUTED, served } from './served.js';

/**
 * The services with methods that run in scheduling workers: how each is made, in a worker and in the answering thread,
 * and which of its methods are jobs. What only reads is no job: it runs in the answering thread.
 */
export const SERVICES = [
  served(SchedulingService, {
    make: ({ scheduling }) => scheduling,
    jobs: {
      schedule: { memory: 'cluster', finishes: true, leased: true },
      ended: {},
      goOn: { memory: 'cluster', finishes: true, leased: true },
      tidy: {},
      settle: { everywhere: true },
    },
  }),
  served(ReplayService, {
    make: ({ database, clusters }) => new ReplayService(database, { clusters }),
    jobs: { replay: { memory: 'past' } },
  }),
  served(ObservationService, {
    make: ({ database, clusters }) => new ObservationService(database, clusters),
    jobs: { judge: { memory: 'past', finishes: true } },
  }),
  served(ComparisonService, {
    make: (sources) => new ComparisonService(sources),
    jobs: { compare: { memory: 'past' } },
  }),
  served(VerificationService, {
    make: ({ database, verification }) => new VerificationService(database, verification),
    jobs: { verify: {} },
  }),
  served(WhyNotService, {
    make: (sources) => new WhyNotService(sources),
    jobs: { whyNot: COMPUTED, requestChanges: COMPUTED, fitAnywhere: COMPUTED },
  }),
  served(WhatIfService, { make: (sources) => new WhatIfService(sources), jobs: { whatIf: COMPUTED, ask: COMPUTED } }),
  served(ClusterAdviceService, {
    make: (sources) => new ClusterAdviceService(sources),
    jobs: { advice: COMPUTED, pending: COMPUTED },
  }),
  served(ReportService, { make: (sources) => new ReportService(sources), jobs: { run: COMPUTED } }),
  served(ImportService, {
    make: ({ database }) => new ImportService(database),
    answering: (imports, { database }) => new ImportLane(imports, database),
    jobs: { import: { limit: 'imports', finishes: true } },
  }),
  served(DecisionIndexService, {
    make: ({ database, isBusy }) => new DecisionIndexService(database, { isBusy }),
    jobs: { tidy: { memory: 'maintenance' }, stop: { everywhere: true } },
  }),
  served(SnapshotKeeper, {
    make: ({ database }) => new SnapshotKeeper(database),
    jobs: { keep: { memory: 'maintenance' } },
  }),
];
