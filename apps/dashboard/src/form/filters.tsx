import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { useChange, usePlace, ViewLink } from '../place/index.js';

/** A filter that stands in the address, and the way to be rid of it. */
export function Chip({ name }: { readonly name: string }): ReactNode {
  const { search } = usePlace();
  const value = search[name];
  if (value === undefined) return null;
  return (
    <span className="chip">
      {name}: {value}{' '}
      <ViewLink to="." search={{ [name]: undefined }} title={`without ${name}`}>
        ✕
      </ViewLink>
    </span>
  );
}

/** A filter that is typed; it holds when Enter is pressed or the field is left. */
export function TextFilter({
  name,
  label,
  placeholder = '',
}: {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
}): ReactNode {
  const { search } = usePlace();
  const change = useChange();
  const [text, setText] = useState(search[name] ?? '');
  const [known, setKnown] = useState(search[name]);
  if (known !== search[name]) {
    setKnown(search[name]);
    setText(search[name] ?? '');
  }
  const apply = (next: string): void => {
    if (next.trim() !== (search[name] ?? '')) change({ [name]: next.trim() });
  };
  return (
    <SearchField
      className="field search"
      value={text}
      onChange={setText}
      onSubmit={apply}
      onClear={() => apply('')}
      onBlur={() => apply(text)}
    >
      <Label>{label}</Label>
      <Input className="input" size={16} placeholder={placeholder} />
      <Button className="button icon">
        <X size={12} aria-hidden />
      </Button>
    </SearchField>
  );
}
