export { ExplainModule } from './explain.module.js';
