export { BindingService, type BindingRequest } from './binding.service.js';
export { EvictionService, type EvictionRequest } from './eviction.service.js';
export { podsAlike } from './pods-alike.queries.js';
