export { createDeciding } from './create-deciding.js';
export { Deciding } from './deciding.js';
