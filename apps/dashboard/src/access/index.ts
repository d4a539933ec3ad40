export { holds, ROLES, whyNot, type Role } from './may.js';
export { RoleButton } from './role-button.js';
