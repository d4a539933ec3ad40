export { Button } from './button.js';
export { Check } from './check.js';
export { Choice, ChoiceField } from './choice.js';
export { Copy } from './copy.js';
export { Field } from './field.js';
export { FileField } from './file-field.js';
export { Fold } from './fold.js';
export { Segments } from './segments.js';
export { Tip } from './tip.js';
