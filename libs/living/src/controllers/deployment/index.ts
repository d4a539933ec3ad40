import type { ControllerEntry } from '../../engine/index.js';
import { DeploymentController } from './controller.js';

export const deploymentController: ControllerEntry = {
  name: 'deployment-controller',
  make: (context) => new DeploymentController(context),
};
