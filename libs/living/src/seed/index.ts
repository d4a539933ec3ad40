export { Dice } from './dice.js';
export { uniformsOf } from './uniform.js';
