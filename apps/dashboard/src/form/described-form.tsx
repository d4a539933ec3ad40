import type { ReactNode } from 'react';
import { valuesOf, type FormField, type Values } from './fields.js';

/** A form that a table of fields describes; what was typed goes out when it is sent. */
export function DescribedForm({
  fields,
  values = {},
  submit,
  send,
  isRunning = false,
  children,
}: {
  readonly fields: readonly FormField[];
  /** What the fields begin with. */
  readonly values?: Values;
  /** What the button says. */
  readonly submit: string;
  readonly send: (values: Values) => void;
  readonly isRunning?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        send(valuesOf(new FormData(event.currentTarget)));
      }}
    >
      {fields.map((field) => (
        <label key={field.name} className={field.kind === 'text' ? 'wide' : undefined}>
          {field.label} <Input field={field} value={values[field.name] ?? field.fallback ?? ''} />
        </label>
      ))}
      {children}
      <button type="submit" disabled={isRunning}>
        {submit}
      </button>
    </form>
  );
}

function Input({ field, value }: { readonly field: FormField; readonly value: string }): ReactNode {
  const { name, kind = 'line', placeholder, isRequired = false, of = [] } = field;
  const shared = { name, placeholder, required: isRequired, defaultValue: value };
  if (kind === 'choice')
    return (
      <select name={name} defaultValue={value}>
        {of.map((one) => (
          <option key={one} value={one}>
            {one === '' ? 'any' : one}
          </option>
        ))}
      </select>
    );
  if (kind === 'text') return <textarea {...shared} rows={8} cols={90} spellCheck={false} />;
  return <input {...shared} type={kind === 'number' ? 'number' : 'text'} autoComplete="off" />;
}
