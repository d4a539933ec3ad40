/** Addresses of views, below `/ui`. A name in a path is encoded, with any characters. */
const part = encodeURIComponent;

const inCluster =
  (view: string) =>
  (cluster: string, ...names: readonly string[]): string =>
    ['/clusters', part(cluster), ...(view === '' ? [] : [view]), ...names.map(part)].join('/');

export const paths = {
  clusters: (): string => '/',
  access: (): string => '/access',
  overview: inCluster(''),
  nodes: inCluster('nodes'),
  pods: inCluster('pods'),
  pending: inCluster('pending'),
  runs: inCluster('runs'),
  decisions: inCluster('decisions'),
  reports: inCluster('reports'),
  profiles: inCluster('profiles'),
  diff: inCluster('diff'),
  shares: inCluster('shares'),
  whatIf: inCluster('what-if'),
  audit: inCluster('audit'),
  clock: inCluster('clock'),
  mirror: inCluster('mirror'),
  schedules: (...names: readonly string[]): string => ['/schedules', ...names.map(part)].join('/'),
} as const;
