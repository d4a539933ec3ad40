export {
  askedLabels,
  labelInWords,
  nearest,
  nearLabel,
  writtenLike,
  type AskedLabel,
  type Label,
  type LabelledNodes,
  type NearLabel,
} from './near-label.js';
export { defaultSpread, spreadArgsOf } from './default-spread.js';
export { NodeIdentity } from './node-identity.js';
export { settableLabelsFor, SettableLabels, type LabelScope } from './settable-labels.js';
