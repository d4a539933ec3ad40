export { ForkService, type ForkRequest } from './fork.service.js';
