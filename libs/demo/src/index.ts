export { demoSummary, historySummary } from './demo-summary.js';
export { runDemo, type DemoResult } from './run-demo.js';
export { runHistory } from './run-history.js';
