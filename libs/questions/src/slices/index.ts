export { taken } from './taken.js';
