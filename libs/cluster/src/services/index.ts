export { allocateService } from './allocate-service.js';
