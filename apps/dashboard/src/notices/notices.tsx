import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { notices } from './queue.js';

/** Where notices stand; F6 goes there. */
export function Notices(): ReactNode {
  return (
    <ToastRegion queue={notices} className="notices">
      {({ toast }) => (
        <Toast toast={toast} className="notice">
          <ToastContent>
            <Text slot="title">{toast.content}</Text>
          </ToastContent>
          <Button slot="close" className="button icon">
            <X size={14} aria-hidden />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
