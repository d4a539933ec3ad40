export { inNameOrder, rankRows, type Ranking } from './ranking.js';
export { chooseTie, type TieBreak } from './tie-break.js';
