export { bestRows } from './best-rows.js';
export { chooseBest, type TieBreak } from './tie-break.js';
