import { bestFit } from './best-fit.js';
import { clustering } from './clustering.js';
import { dotProduct } from './dot-product.js';
import { fragmentationGradientDescent } from './fragmentation-gradient-descent.js';
import { packing } from './packing.js';
import { random } from './random.js';

/**
 * By the name that args give: how good a node that fits is for a pod (0 to 100), and which of its devices gives a
 * share of a GPU.
 */
export const POLICIES = {
  Random: random,
  DotProd: dotProduct,
  GpuClustering: clustering,
  GpuPacking: packing,
  BestFit: bestFit,
  FGD: fragmentationGradientDescent,
};
