export { FORMATS, printList, printValue, type Colour, type Column, type Format, type Listing } from './formats.js';
export { look } from './look.js';
export { table } from './table.js';
export { age, counted, paragraph, podName } from './words.js';
export { printLines } from './print-lines.js';
