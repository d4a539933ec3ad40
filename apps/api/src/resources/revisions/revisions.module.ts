import { SchedulingModule } from '../scheduling/index.js';
import { Operations } from '../../ground/operation/index.js';
import { getRevision, listRevisions } from './revisions.operations.js';
import { RevisionRunResolver } from './revisions.resolver.js';

@Operations([listRevisions, getRevision], { imports: [SchedulingModule], providers: [RevisionRunResolver] })
export class RevisionsModule {}
