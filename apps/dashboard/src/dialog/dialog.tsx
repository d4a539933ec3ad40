import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

/** Over the view, which is out of reach until it is closed: by Escape, its button, or a press beside it. */
export function Dialog({
  title,
  close,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ModalOverlay className="over" isOpen isDismissable onOpenChange={close}>
      <Modal className="modal">
        <AriaDialog className="dialog">
          <header>
            <Heading slot="title">{title}</Heading>
            <Button className="button icon" aria-label="Close" onPress={close}>
              <X size={16} aria-hidden />
            </Button>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
