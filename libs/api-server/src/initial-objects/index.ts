export {
  INITIAL_NAMESPACES,
  initialOfCluster,
  initialOfNamespace,
  isInitialOfNamespaces,
  type InitialContext,
} from './initial-objects.js';
