export { AdviceModule } from './advice.module.js';
