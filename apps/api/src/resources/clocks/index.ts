export { ClocksModule } from './clocks.module.js';
