export { servePage } from './serve-page.js';
