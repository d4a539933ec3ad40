export { askNode, type NodeAnswer } from './ask-node.js';
