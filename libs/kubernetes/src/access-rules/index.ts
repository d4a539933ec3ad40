export {
  checkAggregation,
  checkRoleRef,
  checkRules,
  checkSameRole,
  checkSubjects,
  completeBinding,
  type PolicyRule,
  type RoleRef,
  type Subject,
} from './access-rules.js';
export { bindingColumns } from './binding-columns.js';
