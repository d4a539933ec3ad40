export { allocateService, completeService } from './allocate-service.js';
export { allocatedTo } from './allocations.js';
