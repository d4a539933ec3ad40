export { EVENT_CAUSE, EventRecorder, type NewEvent } from './recorder.js';
