export { changedInWords } from './changed-in-words.js';
export { type StoryLine } from './in-order.js';
export { doneBy, LastChange } from './last-change.js';
export { boundsOf } from './period.js';
export { PeriodChoice } from './period-choice.js';
export { Story } from './story.js';
