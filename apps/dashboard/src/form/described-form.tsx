import { useId, type ReactNode } from 'react';
import { valuesOf, type FormField, type Values } from './fields.js';

/** A form that a table of fields describes; what was typed goes out when it is sent. */
export function DescribedForm({
  fields,
  values = {},
  submit,
  send,
  isRunning = false,
  problems = {},
  children,
}: {
  readonly fields: readonly FormField[];
  /** What the fields begin with. */
  readonly values?: Values;
  /** What the button says. */
  readonly submit: string;
  readonly send: (values: Values) => void;
  readonly isRunning?: boolean;
  /** What is wrong with what stands in a field, by its name. */
  readonly problems?: Readonly<Record<string, readonly string[]>>;
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
        <Labelled
          key={field.name}
          field={field}
          value={values[field.name] ?? field.fallback ?? ''}
          problems={problems[field.name] ?? []}
        />
      ))}
      {children}
      <button type="submit" disabled={isRunning}>
        {submit}
      </button>
    </form>
  );
}

/** A field with its name before it, and behind it what is wrong with it. */
function Labelled({
  field,
  value,
  problems,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly problems: readonly string[];
}): ReactNode {
  const id = useId();
  const wrong = problems.length > 0 ? { 'aria-invalid': true, 'aria-describedby': id } : {};
  return (
    <>
      <label className={field.kind === 'text' ? 'wide' : undefined}>
        {field.label} <Input field={field} value={value} wrong={wrong} />
      </label>
      {problems.length > 0 && (
        <ul id={id} className="problem refused">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Input({
  field,
  value,
  wrong,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly wrong: { readonly 'aria-invalid'?: boolean; readonly 'aria-describedby'?: string };
}): ReactNode {
  const { name, kind = 'line', placeholder, isRequired = false, of = [], names = {} } = field;
  const shared = { ...wrong, name, placeholder, required: isRequired, defaultValue: value };
  if (kind === 'choice')
    return (
      <select {...wrong} name={name} defaultValue={value}>
        {of.map((one) => (
          <option key={one} value={one}>
            {one === '' ? 'any' : (names[one] ?? one)}
          </option>
        ))}
      </select>
    );
  if (kind === 'text') return <textarea {...shared} rows={8} cols={90} spellCheck={false} />;
  return <input {...shared} type={kind === 'number' ? 'number' : 'text'} autoComplete="off" />;
}
