export { ZERO_QUANTITY, type Quantity, type QuantityFormat, type QuantityProblem } from './quantity.js';
export { isQuantityProblem, parseQuantity, requireQuantity } from './parse-quantity.js';
export {
  addQuantities,
  compareQuantities,
  inBaseUnits,
  isWhole,
  milliValue,
  roundUpToMilli,
  subtractQuantities,
  value,
} from './quantity-arithmetic.js';
export { formatQuantity } from './format-quantity.js';
