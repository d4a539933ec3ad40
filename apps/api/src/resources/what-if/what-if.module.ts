import { Module } from '@nestjs/common';
import { QuestionsController } from './questions.controller.js';
import { QuestionsResolver } from './questions.resolver.js';
import { WhatIfController } from './what-if.controller.js';
import { WhatIfResolver } from './what-if.resolver.js';

@Module({ controllers: [WhatIfController, QuestionsController], providers: [WhatIfResolver, QuestionsResolver] })
export class WhatIfModule {}
