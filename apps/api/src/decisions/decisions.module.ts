import { Module } from '@nestjs/common';
import { DecisionReportsController } from './decision-reports.controller.js';
import { DecisionsController } from './decisions.controller.js';

@Module({ controllers: [DecisionsController, DecisionReportsController] })
export class DecisionsModule {}
