import { Check, ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
  useFilter,
} from 'react-aria-components';

/** From so many on, a list is searched. */
const MANY = 12;
const ICON = 14;

interface ChoiceProps {
  readonly label: string;
  readonly of: readonly string[];
  /** What the empty one is called. */
  readonly nothing?: string;
  /** What others are called that are shown by another name than that of the API. */
  readonly names?: Readonly<Record<string, string>>;
  /** Its label is heard, not seen. */
  readonly isBare?: boolean;
  readonly autoFocus?: boolean;
}

/** One of a few, by name; of many, after a search. */
export function Choice({
  label,
  value,
  choose,
  of,
  nothing = 'any',
  names = {},
  isBare = false,
  autoFocus = false,
}: ChoiceProps & { readonly value: string; readonly choose: (value: string) => void }): ReactNode {
  const called = (one: string): string => (one === '' ? nothing : (names[one] ?? one));
  const items = of.map((one) => (
    <ListBoxItem key={one} id={keyOf(one)} textValue={called(one)} className="option">
      <span>{called(one)}</span>
      {one === value && <Check size={ICON} aria-hidden />}
    </ListBoxItem>
  ));
  return (
    <Select
      className="field"
      selectedKey={of.includes(value) ? keyOf(value) : null}
      onSelectionChange={(key) => choose(String(key).slice(1))}
      placeholder={called(value)}
      autoFocus={autoFocus}
      {...(isBare && { 'aria-label': label })}
    >
      {!isBare && <Label>{label}</Label>}
      <Button className="input choice">
        <SelectValue>{called(value)}</SelectValue>
        <ChevronDown size={ICON} aria-hidden />
      </Button>
      <Popover className="popover" offset={4}>
        {of.length > MANY ? (
          <Searched label={label}>
            <ListBox className="options">{items}</ListBox>
          </Searched>
        ) : (
          <ListBox className="options">{items}</ListBox>
        )}
      </Popover>
    </Select>
  );
}

/** A choice of a form: what was chosen goes out under its name; the empty one is not there. */
export function ChoiceField({
  name,
  fallback,
  of,
  ...rest
}: ChoiceProps & { readonly name: string; readonly fallback?: string | undefined }): ReactNode {
  const [value, choose] = useState(fallback ?? of[0] ?? '');
  return (
    <>
      <Choice {...rest} of={of} value={value} choose={choose} />
      <input type="hidden" name={name} value={value} />
    </>
  );
}

/** The empty one has a key, too. */
function keyOf(one: string): string {
  return `=${one}`;
}

function Searched({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  const id = useId();
  return (
    <Autocomplete filter={contains}>
      <SearchField className="field search" aria-label={`Search: ${label}`} id={id} autoFocus>
        <Input className="input" placeholder="search" />
      </SearchField>
      {children}
    </Autocomplete>
  );
}
