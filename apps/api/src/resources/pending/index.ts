export { PendingModule } from './pending.module.js';
