import type { ControllerEntry } from '../../engine/index.js';
import { VolumeExpansion } from './controller.js';

export const volumeExpansion: ControllerEntry = {
  name: 'volume_expand',
  make: (context) => new VolumeExpansion(context),
};
