export { eventLine, type EventForm, type EventType } from './event-form.js';
export {
  ObjectWatchService,
  type ObjectWatch,
  type ObjectWatchEnd,
  type ObjectWatchRequest,
  type ObjectWatchSign,
} from './object-watch.service.js';
