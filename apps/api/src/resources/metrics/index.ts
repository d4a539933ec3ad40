export { ClusterGauges, ClusterMetrics } from './cluster-gauges.js';
export { Metrics, type ThreadMeasures } from './metrics.js';
export { MetricsModule } from './metrics.module.js';
export { ScrapeSources } from './scrape.js';
