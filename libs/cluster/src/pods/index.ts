export { BindingService, type BindingRequest } from './binding.service.js';
