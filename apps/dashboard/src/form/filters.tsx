import { useState, type ReactNode } from 'react';
import { useChange, usePlace, ViewLink } from '../place/index.js';

/** One of a few, by name. */
export function Choice({
  label,
  value,
  choose,
  of,
  nothing = 'any',
  names = {},
}: {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly of: readonly string[];
  /** What the empty one is called. */
  readonly nothing?: string;
  /** What others are called that are shown by another name than that of the API. */
  readonly names?: Readonly<Record<string, string>>;
}): ReactNode {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {of.map((one) => (
          <option key={one} value={one}>
            {one === '' ? nothing : (names[one] ?? one)}
          </option>
        ))}
      </select>
    </label>
  );
}

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
  placeholder,
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
  const apply = (): void => {
    if (text.trim() !== (search[name] ?? '')) change({ [name]: text.trim() });
  };
  return (
    <label>
      {label}{' '}
      <input
        type="search"
        size={18}
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  );
}
