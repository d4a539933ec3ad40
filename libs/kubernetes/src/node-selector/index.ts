export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  type NodeMatcher,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from './node-selector.js';
