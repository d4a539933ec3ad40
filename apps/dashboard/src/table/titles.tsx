import type { ReactNode } from 'react';

/** The head of a small table: a title a column. */
export function Titles({ of }: { readonly of: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        {of.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
