export { eventLine, type EventForm, type EventType, type WrittenEvent } from './event-form.js';
export {
  ObjectWatchService,
  type ObjectWatch,
  type ObjectWatchEnd,
  type ObjectWatchRequest,
  type ObjectWatchSign,
} from './object-watch.service.js';
