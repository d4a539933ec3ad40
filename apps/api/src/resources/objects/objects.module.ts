import { ClustersModule } from '../clusters/index.js';
import { Operations } from '../../ground/operation/index.js';
import { ObjectLoader } from './object.loader.js';
import { applyObject, deleteObject } from './objects.operations.js';
import { ObjectsResolver } from './objects.resolver.js';

@Operations([applyObject, deleteObject], {
  imports: [ClustersModule],
  providers: [ObjectsResolver, ObjectLoader],
  exports: [ObjectLoader],
})
export class ObjectsModule {}
