export { ageOf } from './age-of.js';
export {
  AGE,
  DEFAULT_COLUMNS,
  described,
  FLAG,
  NAME,
  ofField,
  printerColumns,
  WHOLE,
  WIDE,
  type Cell,
  type Column,
  type Columns,
  type RowCondition,
} from './column.js';
export { fewOf } from './few-of.js';
export { labelsText, selectorRequirements, selectorText } from './selector-text.js';
export { TEMPLATE_COLUMNS, templateCells, type PrintedTemplate } from './template-cells.js';
