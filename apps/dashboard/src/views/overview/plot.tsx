import type { ReactNode } from 'react';
import { timeSpan } from '../../words/index.js';

/** A drawing over time: lines with their numbers at its left, when it begins and ends below it. */
export function Plot({
  canvas: { width, height, top },
  levels,
  inWords,
  between: [from, until],
  says,
  children,
}: {
  readonly canvas: { readonly width: number; readonly height: number; readonly top: number };
  /** Values that have a line, and a number beside it. */
  readonly levels: readonly number[];
  readonly inWords: (level: number) => string;
  /** The first and the last time, RFC 3339. */
  readonly between: readonly [from: string, until: string];
  /** What the drawing says, in words. */
  readonly says: string;
  readonly children: ReactNode;
}): ReactNode {
  const [begun, ended] = timeSpan(from, until);
  const heightOf = (level: number): number => height - (height * level) / top;
  return (
    <div className="plot">
      <ul className="levels" aria-hidden="true">
        {levels.map((level) => (
          <li key={level} style={{ insetBlockStart: `${(100 * heightOf(level)) / height}%` }}>
            {inWords(level)}
          </li>
        ))}
      </ul>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={says}>
        <path className="frame" d={levels.map((level) => `M0 ${heightOf(level)}H${width}`).join('')} />
        {children}
      </svg>
      <div className="ends">
        <span>{begun}</span>
        <span>{ended}</span>
      </div>
    </div>
  );
}
