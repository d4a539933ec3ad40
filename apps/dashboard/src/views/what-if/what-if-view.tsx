import type { ReactNode } from 'react';
import { Choice } from '../../form/index.js';
import type { WhatIfQuestion } from '../../generated/documents.js';
import { useChange, useParameter } from '../../place/index.js';
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
  const change = useChange();
  return (
    <>
      <h1>What if</h1>
      <div className="actions">
        <Choice
          label="Mode"
          value={asked}
          choose={(ask) => change({ ask, with: undefined, try: undefined, found: undefined })}
          of={['', ...NAMES]}
          nothing="steps"
        />
      </div>
      {isQuestion(asked) ? <QuestionPart key={asked} name={asked} /> : <StepsPart />}
      {!isQuestion(asked) && found !== '' && <KeptPart id={found} />}
      <ForkWay />
    </>
  );
}

function isQuestion(text: string): text is WhatIfQuestion {
  return NAMES.includes(text);
}
