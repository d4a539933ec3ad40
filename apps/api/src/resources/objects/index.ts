export { TypeOfKind } from './object-model.js';
export { ObjectLoader } from './object.loader.js';
export { ConditionModel, KubernetesObjectModel, MANIFEST_OBJECT_ID, conditionsOf } from './objects.model.js';
export { OrderDirection } from './order.args.js';
export { ObjectsModule } from './objects.module.js';
export {
  NamespacedSelectionArgs,
  SelectionArgs,
  objectConnection,
  objectPageOf,
  selectionOf,
} from './selection.args.js';
