import type { ControllerEntry } from '../../engine/index.js';
import { VolumeProtection } from './controller.js';

export const volumeProtection: ControllerEntry = {
  name: 'volume-protection-controller',
  make: (context) => new VolumeProtection(context),
};
