import { Upload } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button, FileTrigger } from 'react-aria-components';

/** A file of the reader's; its name stands on the button once it is chosen. */
export function FileField({
  label,
  accept,
  fallback = 'Choose a file …',
  take,
}: {
  readonly label: string;
  /** Endings of names. */
  readonly accept?: readonly string[];
  /** What it says until there is one. */
  readonly fallback?: string;
  readonly take: (file: File) => void;
}): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  return (
    <div className="field">
      <span id={id}>{label}</span>
      <FileTrigger
        {...(accept && { acceptedFileTypes: accept })}
        onSelect={(files) => {
          const [file] = files ?? [];
          if (file === undefined) return;
          setChosen(file.name);
          take(file);
        }}
      >
        <Button className="input file" aria-describedby={id}>
          <Upload size={14} aria-hidden /> {chosen ?? fallback}
        </Button>
      </FileTrigger>
    </div>
  );
}
