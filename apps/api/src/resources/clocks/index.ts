export { ClocksModule } from './clocks.module.js';
export { clockWork } from './clocks.operations.js';
