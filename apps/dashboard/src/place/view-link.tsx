import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changed } from './search.js';
import { usePlace } from './use-place.js';

/** A link to a view, at the same moment unless it says another one. */
export function ViewLink({
  to,
  search = {},
  children,
  ...rest
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
  readonly children: ReactNode;
  readonly className?: string;
  readonly title?: string;
  readonly tabIndex?: number;
}): ReactNode {
  const { at } = usePlace();
  return (
    <Link to={to} search={changed(at === undefined ? {} : { at }, search)} {...rest}>
      {children}
    </Link>
  );
}
