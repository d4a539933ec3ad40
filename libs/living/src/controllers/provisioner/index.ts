import type { ControllerEntry } from '../../engine/index.js';
import { Provisioner } from './controller.js';

export const provisioner: ControllerEntry = { name: 'provisioner', make: (context) => new Provisioner(context) };
