import { Operations } from '../../ground/operation/index.js';
import { QUESTIONS } from './questions/index.js';
import { QuestionsResolver } from './questions.resolver.js';
import { getWhatIf, getWhatIfTrace, listWhatIfDecisions, whatIf } from './what-if.operations.js';

const ASKED = QUESTIONS.map(({ operation }) => operation);

@Operations([whatIf, getWhatIf, listWhatIfDecisions, getWhatIfTrace, ...ASKED], { providers: [QuestionsResolver] })
export class WhatIfModule {}
