import { Operations } from '../../ground/operation/index.js';
import { getStates, listLabelKeys, listNamespaces, search } from './overview.operations.js';

@Operations([getStates, listLabelKeys, listNamespaces, search])
export class OverviewModule {}
