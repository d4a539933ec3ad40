import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '../../controls/index.js';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.js')).ImportDialog }));

/** The way into a cluster, for manifests. */
export function ImportButton({ clusters }: { readonly clusters: readonly string[] }): ReactNode {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button onPress={() => open(true)}>
        <FileUp size={14} aria-hidden /> Import manifests …
      </Button>
      <Suspense>{isOpen && <ImportDialog clusters={clusters} close={() => open(false)} />}</Suspense>
    </>
  );
}
