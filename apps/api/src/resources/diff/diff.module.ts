import { Operations } from '../../ground/operation/index.js';
import { diffCluster } from './diff.operations.js';
import { DiffListsResolver } from './diff.resolver.js';

@Operations([diffCluster], { providers: [DiffListsResolver] })
export class DiffModule {}
