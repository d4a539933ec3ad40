export { Notices } from './notices.js';
export { notify } from './queue.js';
