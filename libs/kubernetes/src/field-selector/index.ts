export {
  matchesFields,
  parseFieldSelector,
  selectableFields,
  selectedValue,
  type FieldRequirement,
  type ParsedFieldSelector,
} from './field-selector.js';
