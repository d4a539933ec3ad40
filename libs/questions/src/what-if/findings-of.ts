import type { FindingsReport, HypotheticalCluster } from '#what-if';

/** What there is to say of manifests beside the answer; absent where there is nothing. */
export interface WithFindings {
  readonly findings?: FindingsReport;
}

export function findingsOf({ findings, quotas }: HypotheticalCluster): WithFindings {
  const report = findings.report(quotas.exceeded);
  return report === undefined ? {} : { findings: report };
}
