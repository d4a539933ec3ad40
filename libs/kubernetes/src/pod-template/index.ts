export {
  checkCounts,
  checkOwnSelector,
  checkTemplate,
  defaultTemplate,
  podTemplate,
  type PodTemplate,
} from './pod-template.js';
