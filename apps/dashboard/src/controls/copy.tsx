import { Copy as CopyIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { notify } from '../notices/index.js';
import { Button } from './button.js';

/** Puts a text where it can be pasted from. */
export function Copy({ text }: { readonly text: string }): ReactNode {
  return (
    <Button onPress={() => void navigator.clipboard.writeText(text).then(() => notify('Copied.'))}>
      <CopyIcon size={14} aria-hidden /> Copy
    </Button>
  );
}
