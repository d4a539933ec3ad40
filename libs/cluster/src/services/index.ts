export { allocateService, completeService } from './allocate-service.js';
export { allocatedTo } from './allocated.queries.js';
