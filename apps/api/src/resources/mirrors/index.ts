export { MirrorsModule } from './mirrors.module.js';
