import type { ControllerEntry } from '../../engine/index.js';
import { TaintEvictionController } from './controller.js';

export const taintEvictionController: ControllerEntry = {
  name: 'taint-eviction-controller',
  make: (context) => new TaintEvictionController(context),
};
export { evicting, stayOf } from './stay.js';
