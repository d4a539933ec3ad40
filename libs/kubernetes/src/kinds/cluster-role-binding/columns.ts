import { bindingColumns } from '../../access-rules/index.js';

const ROLE =
  'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be ' +
  'resolved, the Authorizer must return an error.';

/** A cluster role binding in a table. */
export const clusterRoleBindingColumns = bindingColumns('clusterRoleBinding', ROLE);
