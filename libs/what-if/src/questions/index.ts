export { drainNodes, type DrainAnswer, type DrainInput } from './drain.js';
export { fits, type FitsAnswer } from './fits.js';
export { howMany, type HowManyAnswer, type HowManyInput, type Template } from './how-many.js';
export { loss, type DomainLoss, type LossAnswer, type LossInput } from './loss.js';
export { nodesNeeded, type NodesNeededAnswer, type NodesNeededInput, type Shape } from './nodes-needed.js';
export { repack, type RepackAnswer, type RepackInput } from './repack.js';
