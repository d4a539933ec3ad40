export { RetentionService } from './retention.service.js';
