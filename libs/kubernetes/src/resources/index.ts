export { fractionsOfBytes } from './fractions-of-bytes.js';
export { resourceRequirements, type ResourceList, type ResourceRequirements } from './resources.js';
export {
  anyResourceName,
  checkResourceList,
  checkResources,
  containerResourceName,
  podResourceName,
  type ResourceNameRule,
} from './resource-rules.js';
