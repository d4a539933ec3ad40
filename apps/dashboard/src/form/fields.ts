/** One field of a form that a table describes. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'line' | 'number' | 'text' | 'choice';
  readonly placeholder?: string;
  /** What the field begins with. */
  readonly fallback?: string;
  readonly isRequired?: boolean;
  /** About so many characters are seen of a line. */
  readonly size?: number;
  /** Of a choice. */
  readonly of?: readonly string[];
  /** What of these is shown by another name. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What was typed, by the names of the fields; what is empty is not there. */
export type Values = Readonly<Record<string, string>>;

export function valuesOf(form: FormData): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && value.trim() !== '') values[name] = value.trim();
  return values;
}

/** `a, b  c`: names as they are typed. */
export function namesIn(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((name) => name !== '');
}

/** `cpu=4 memory=16Gi`: what is called how, as it is typed. */
export function pairsIn(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = namesIn(text).map((pair): readonly [string, string] => {
    const place = pair.indexOf('=');
    return place < 0 ? [pair, ''] : [pair.slice(0, place), pair.slice(place + 1)];
  });
  return Object.fromEntries(pairs);
}

/** The same back; a pair without a value is its name, and one whose value is null its name and a dash. */
export function pairsText(pairs: object): string {
  return Object.entries(pairs)
    .map(([name, value]) => (value === null ? `${name}-` : value === '' ? name : `${name}=${value}`))
    .join(' ');
}
