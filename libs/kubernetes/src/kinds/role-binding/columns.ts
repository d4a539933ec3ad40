import { bindingColumns } from '../../access-rules/index.js';

const ROLE =
  'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. ' +
  'If the RoleRef cannot be resolved, the Authorizer must return an error.';

/** A role binding in a table. */
export const roleBindingColumns = bindingColumns('roleBinding', ROLE);
