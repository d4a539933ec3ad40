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
export { NodeIdentity } from './node-identity.js';
export { SettableLabels } from './settable-labels.js';
