import type { ControllerEntry } from '../../engine/index.js';
import { EphemeralVolumes } from './controller.js';

export const ephemeralVolumes: ControllerEntry = {
  name: 'ephemeral_volume',
  make: (context) => new EphemeralVolumes(context),
};
