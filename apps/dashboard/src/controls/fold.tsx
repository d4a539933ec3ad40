import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';

/** What is seen when it is asked for. */
export function Fold({
  title,
  isOpen = false,
  children,
}: {
  readonly title: ReactNode;
  /** Whether it begins open. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Disclosure className="fold" defaultExpanded={isOpen}>
      <Button slot="trigger" className="button quiet">
        <ChevronRight size={14} aria-hidden /> {title}
      </Button>
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
