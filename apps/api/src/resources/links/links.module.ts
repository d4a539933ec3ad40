import { Operations } from '../../ground/operation/index.js';
import { followLink, linkExport, linkScheduleResult } from './links.operations.js';

@Operations([linkExport, linkScheduleResult, followLink])
export class LinksModule {}
