export type { Evidence, ScoreColumn, Status, StatusCode } from './evidence.js';
