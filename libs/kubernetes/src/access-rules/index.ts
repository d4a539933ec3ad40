export {
  bindingRules,
  checkAggregation,
  checkRules,
  completeBinding,
  type PolicyRule,
  type RoleRef,
  type Subject,
} from './access-rules.js';
export { bindingColumns } from './binding-columns.js';
