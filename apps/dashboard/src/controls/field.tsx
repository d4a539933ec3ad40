import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';

export interface FieldProps {
  readonly label: string;
  /** As its form sends it. */
  readonly name?: string;
  readonly kind?: 'line' | 'number' | 'text' | 'secret';
  readonly value?: string;
  readonly change?: (value: string) => void;
  /** What it begins with. */
  readonly fallback?: string | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** What is to be known of it before it is typed. */
  readonly hint?: string;
  /** What the service finds wrong with what was sent: said until it is sent again, which it does not hinder. */
  readonly problems?: readonly string[];
  /** About so many characters are seen of a line, and of a text so many lines. */
  readonly size?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly autoFocus?: boolean;
  /** The list of what is offered for it, by its id. */
  readonly list?: string;
}

const TYPES = { line: 'text', number: 'number', secret: 'password' } as const;

/** A text that is typed: its label above it, and below it what is wrong with it. */
export function Field({
  label,
  kind = 'line',
  value,
  change,
  fallback,
  isRequired = false,
  hint,
  problems = [],
  name,
  maxLength,
  pattern,
  autoFocus = false,
  ...rest
}: FieldProps): ReactNode {
  return (
    <TextField
      className={kind === 'text' ? 'field wide' : 'field'}
      isRequired={isRequired}
      {...(problems.length > 0 && { isInvalid: true, validationBehavior: 'aria' as const })}
      type={kind === 'text' ? 'text' : TYPES[kind]}
      autoComplete="off"
      autoFocus={autoFocus}
      {...(name !== undefined && { name })}
      {...(value !== undefined && { value })}
      {...(change && { onChange: change })}
      {...(fallback !== undefined && { defaultValue: fallback })}
      {...(maxLength !== undefined && { maxLength })}
      {...(pattern !== undefined && { pattern })}
    >
      <Label>{label}</Label>
      <Typed {...rest} isText={kind === 'text'} />
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <Wrong problems={problems} />
    </TextField>
  );
}

function Typed({
  isText,
  size,
  placeholder = '',
  ...limits
}: Pick<FieldProps, 'size' | 'placeholder' | 'min' | 'max' | 'list'> & { readonly isText: boolean }): ReactNode {
  if (isText) return <TextArea className="input" rows={size ?? 8} spellCheck={false} placeholder={placeholder} />;
  return <Input className="input" size={size ?? 18} placeholder={placeholder} {...limits} />;
}

/** What the browser or the service finds wrong with what was typed. */
function Wrong({ problems }: { readonly problems: readonly string[] }): ReactNode {
  return (
    <FieldError className="wrong">
      {({ validationErrors }) =>
        [...problems, ...validationErrors].map((problem) => <span key={problem}>{problem}</span>)
      }
    </FieldError>
  );
}
