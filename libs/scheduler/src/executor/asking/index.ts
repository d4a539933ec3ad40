export { activeFilters, withoutPreFilter, type ActiveFilter } from './filters.js';
export { askPreFilter, runPreFilter, summarise, type PreFilterAnswer, type PreFilterOutcome } from './pre-filter.js';
export { askPreScore, askScore, prepareScores, type ActiveScore } from './pre-score.js';
