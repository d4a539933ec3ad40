export { DiffModule } from './diff.module.js';
