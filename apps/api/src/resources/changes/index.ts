export { changeOp, position } from './change.schema.js';
export { ChangesModule } from './changes.module.js';
