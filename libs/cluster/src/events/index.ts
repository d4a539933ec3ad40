export { EventExpiryService } from './event-expiry.service.js';
