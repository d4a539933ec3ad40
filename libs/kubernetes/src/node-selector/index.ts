export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  type NodeMatcher,
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from './node-selector.js';
export { nodeSelector, nodeSelectorTerm } from './node-selector-fields.js';
export { checkNodeSelector, checkNodeSelectorTerm } from './node-selector-rules.js';
