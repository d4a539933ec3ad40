export { DescribedForm } from './described-form.js';
export { namesIn, pairsIn, valuesOf, type FormField, type Values } from './fields.js';
export { Chip, TextFilter } from './filters.js';
