export { CauseService, type Causes } from './cause.service.js';
