export { initialContent, initialObjects, isInitialNamespace, type Beginning } from './initial-objects.js';
