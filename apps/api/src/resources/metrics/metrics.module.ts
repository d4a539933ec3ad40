import { Operations } from '../../ground/operation/index.js';
import { metrics } from './metrics.operations.js';
import { Scrape } from './scrape.js';

@Operations([metrics], { providers: [Scrape] })
export class MetricsModule {}
