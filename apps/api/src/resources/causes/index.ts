export { CausesModule } from './causes.module.js';
