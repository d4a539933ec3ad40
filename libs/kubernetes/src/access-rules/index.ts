export {
  checkAggregation,
  checkRoleRef,
  checkRules,
  checkSubjects,
  completeBinding,
  type PolicyRule,
  type RoleRef,
  type Subject,
} from './access-rules.js';
export { bindingColumns } from './binding-columns.js';
