export { requireWall } from './require-row-level-security.js';
