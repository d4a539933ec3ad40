import type { ReactNode } from 'react';

import { useParameter } from '../place/index.js';
import { PERIODS } from './period.js';
import { Choice } from '../controls/index.js';

/** The choice of the period that a story is about; it stands in the address. */
export function PeriodChoice(): ReactNode {
  const [period, setPeriod] = useParameter('period');
  return (
    <p className="actions">
      <Choice
        label="Period"
        value={period}
        choose={setPeriod}
        of={Object.keys(PERIODS)}
        nothing={PERIODS[''] ?? ''}
        names={PERIODS}
      />
    </p>
  );
}
