import type { ReactNode } from 'react';

/** The head of a small table: a title a column, above numbers at their side. */
export function Titles({
  of,
  numbers = [],
}: {
  readonly of: readonly string[];
  /** Which of them stand above numbers. */
  readonly numbers?: readonly string[];
}): ReactNode {
  return (
    <thead>
      <tr>
        {of.map((title) => (
          <th key={title} scope="col" className={numbers.includes(title) ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
