export { type StoryLine } from './in-order.js';
export { doneBy, LastChange } from './last-change.js';
export { Story } from './story.js';
