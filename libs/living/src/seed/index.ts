export { Dice } from './dice.js';
