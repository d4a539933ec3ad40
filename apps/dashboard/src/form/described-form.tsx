import type { ReactNode } from 'react';
import { Button, ChoiceField, Field } from '../controls/index.js';
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
        <Described
          key={field.name}
          field={field}
          value={values[field.name] ?? field.fallback ?? ''}
          problems={problems[field.name] ?? []}
        />
      ))}
      {children}
      <Button submits isPending={isRunning}>
        {submit}
      </Button>
    </form>
  );
}

function Described({
  field,
  value,
  problems,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly problems: readonly string[];
}): ReactNode {
  const { name, label, kind = 'line', placeholder, isRequired = false, size, of = [], names = {} } = field;
  if (kind === 'choice') return <ChoiceField {...{ name, label, of, names }} fallback={value} />;
  return (
    <Field
      {...{ name, label, kind, isRequired, ...(placeholder !== undefined && { placeholder }) }}
      {...(size !== undefined && { size })}
      problems={problems}
      fallback={value}
    />
  );
}
