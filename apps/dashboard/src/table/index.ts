export { csvOf, sorted, type Column, type Value } from './column.js';
export { Grid } from './grid.js';
export { useFollowed } from './followed-list.js';
export { Titles } from './titles.js';
