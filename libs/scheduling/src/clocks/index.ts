export { ClockService, type ClockMove, type ClockView, type QueuedPods } from './clock.service.js';
