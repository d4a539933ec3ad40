import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changed } from './search.js';
import { usePlace } from './use-place.js';

/** A link to a view, at the same moment unless it says another one; to `.`, the same view with something changed. */
export function ViewLink({
  to,
  search = {},
  children,
  isExact = false,
  ...rest
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
  readonly children: ReactNode;
  /** Whether it is marked as where the reader is on that very view only, and not on those below it. */
  readonly isExact?: boolean;
  readonly className?: string;
  readonly title?: string;
  readonly tabIndex?: number;
}): ReactNode {
  const { at, search: present } = usePlace();
  const kept = to === '.' ? present : changed({}, { at });
  return (
    <Link to={to} search={changed(kept, search)} activeOptions={{ exact: isExact, includeSearch: false }} {...rest}>
      {children}
    </Link>
  );
}
