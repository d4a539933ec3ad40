export { HeadsModule } from './heads.module.js';
