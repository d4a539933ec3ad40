import type { ControllerEntry } from '../../engine/index.js';
import { BudgetController } from './controller.js';

export const budgetController: ControllerEntry = {
  name: 'disruption-controller',
  make: (context) => new BudgetController(context),
};
