export { WatchAnswers } from './watch-answers.js';
export { isWatch, mayBeWatch } from './watch-query.js';
