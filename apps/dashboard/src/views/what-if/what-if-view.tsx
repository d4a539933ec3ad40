import type { ReactNode } from 'react';
import type { WhatIfQuestion } from '../../generated/documents.js';
import { useParameter } from '../../place/index.js';
import { Asks } from './asks.js';
import { ForkWay } from './fork-way.js';
import { KeptPart } from './kept-part.js';
import { QuestionPart } from './question-part.js';
import { QUESTIONS } from './questions.js';
import { StepsPart } from './steps-part.js';

const NAMES = Object.keys(QUESTIONS);

/** What would be: steps on a copy that is gone with the answer, named questions, or a fork that stays until it goes. */
export function WhatIfView(): ReactNode {
  const [asked] = useParameter('ask');
  const [found] = useParameter('found');
  return (
    <>
      <h1>What if</h1>
      <Asks asked={isQuestion(asked) ? asked : undefined} />
      {isQuestion(asked) ? <QuestionPart key={asked} name={asked} /> : <StepsPart />}
      {!isQuestion(asked) && found !== '' && <KeptPart id={found} />}
      <ForkWay />
    </>
  );
}

function isQuestion(text: string): text is WhatIfQuestion {
  return NAMES.includes(text);
}
