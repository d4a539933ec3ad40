import type { ControllerEntry } from '../../engine/index.js';
import { VolumeController } from './controller.js';

export { PROVISIONED_BY, PROVISIONER, referenceTo, storageOf, waitsForPod } from './storage.js';
export type { Claim, Class, Volume } from './storage.js';

export const volumeController: ControllerEntry = {
  name: 'persistentvolume-controller',
  make: (context) => new VolumeController(context),
};
