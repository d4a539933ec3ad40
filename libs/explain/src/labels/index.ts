export {
  askedLabels,
  labelInWords,
  nearest,
  nearLabel,
  type AskedLabel,
  type Label,
  type LabelledNodes,
  type NearLabel,
} from './near-label.js';
export { defaultSpread, spreadArgsOf } from './default-spread.js';
export { NodeIdentity } from './node-identity.js';
export { settableLabelsFor, SettableLabels } from './settable-labels.js';
