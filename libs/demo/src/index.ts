export { demoSummary, historySummary } from './demo-summary.js';
export { readOpenb, type Manifest } from './openb.js';
export { runDemo, type DemoProgress, type DemoResult } from './run-demo.js';
export { runHistory, type HistoryResult } from './run-history.js';
