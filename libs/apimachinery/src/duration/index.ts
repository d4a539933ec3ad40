export { humanDuration } from './human-duration.js';
