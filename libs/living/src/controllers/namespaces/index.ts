import type { ControllerEntry } from '../../engine/index.js';
import { NamespaceController } from './controller.js';

export const namespaceController: ControllerEntry = {
  name: 'namespace-controller',
  make: (context) => new NamespaceController(context),
};
