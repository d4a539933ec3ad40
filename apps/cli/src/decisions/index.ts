export { decisions } from './decisions.command.js';
export { DECISIONS, outcomeColour, type Decision } from './listing.js';
