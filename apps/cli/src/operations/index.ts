export { resultOf } from './result-of.js';
