import { Operations } from '../../ground/operation/index.js';
import { compareRuns, listRunParts } from './run-views.operations.js';
import { RunDifferencesResolver } from './run-views.resolver.js';

@Operations([listRunParts, compareRuns], { providers: [RunDifferencesResolver] })
export class RunViewsModule {}
