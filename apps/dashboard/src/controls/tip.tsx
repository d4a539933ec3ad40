import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';

/** Long enough that a pointer that only passes opens none, in milliseconds. */
const DELAY_MS = 400;

/** What is said of an element while the pointer or the focus is on it. The first child takes the focus. */
export function Tip({ says, children }: { readonly says: string; readonly children: ReactNode }): ReactNode {
  // Within a landmark, as all that a screen reader comes across is.
  const view = document.getElementById('view');
  return (
    <TooltipTrigger delay={DELAY_MS}>
      {children}
      <Tooltip className="tip" offset={6} {...(view && { UNSTABLE_portalContainer: view })}>
        {says}
      </Tooltip>
    </TooltipTrigger>
  );
}
