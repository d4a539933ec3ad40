import type { ControllerEntry } from '../../engine/index.js';
import { AttachDetachController } from './controller.js';

export type { Attachment } from './attachment.js';

export const attachDetachController: ControllerEntry = {
  name: 'attachdetach-controller',
  make: (context) => new AttachDetachController(context),
};
