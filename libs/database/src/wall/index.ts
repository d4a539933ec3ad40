export { requireWall } from './require-wall.js';
