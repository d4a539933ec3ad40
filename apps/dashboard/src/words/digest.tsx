import type { ReactNode } from 'react';

/** A digest in hexadecimal digits: the first of them, all of them under the pointer, in copies and on paper. */
export function Digest({ of }: { readonly of: string }): ReactNode {
  return (
    <code className="digest" title={of}>
      {of}
    </code>
  );
}
