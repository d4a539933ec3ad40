export { RefusalsModule } from './refusals.module.js';
