import type { ControllerEntry } from '../../engine/index.js';
import { Kubelets } from './controller.js';

export const kubelets: ControllerEntry = { name: 'kubelet', make: (context) => new Kubelets(context) };
