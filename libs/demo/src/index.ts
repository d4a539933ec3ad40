export { demoSummary } from './demo-summary.js';
export { readOpenb, type Manifest } from './openb.js';
export { runDemo, type DemoProgress, type DemoResult } from './run-demo.js';
