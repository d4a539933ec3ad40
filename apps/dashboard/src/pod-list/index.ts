export { podColumn, requestColumns } from './pod-columns.js';
export { PodGrid } from './pod-grid.js';
