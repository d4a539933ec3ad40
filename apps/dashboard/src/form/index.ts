export { Chip, Choice, TextFilter } from './filters.js';
