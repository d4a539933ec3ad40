export { rollOut } from './roll-out.js';
