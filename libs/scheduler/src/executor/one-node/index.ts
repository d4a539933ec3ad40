export { askNode, type NodeAnswer } from './ask-node.js';
export { KeptPreFilters } from './kept-pre-filters.js';
