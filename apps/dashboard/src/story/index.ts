export { type StoryLine } from './in-order.js';
export { Story } from './story.js';
