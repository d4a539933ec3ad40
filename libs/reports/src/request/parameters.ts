import type { FieldProblem } from '#apimachinery';

/** What a report may be asked beside its moment or period. */
export interface ReportParameters {
  /** What rows are grouped by. */
  readonly by?: string | undefined;
  /** Only this namespace. */
  readonly namespace?: string | undefined;
  /** Only these resources. */
  readonly resources?: readonly string[] | undefined;
  /** A price list as CSV. */
  readonly prices?: string | undefined;
}

export type ParameterName = keyof ReportParameters;

/** What each parameter means, for every report that takes it. */
export const PARAMETERS: Readonly<Record<ParameterName, string>> = {
  by: 'What rows are grouped by; each report lists its choices.',
  namespace: 'Only this namespace.',
  resources: 'Only these resources, such as `cpu`, `memory`, `nvidia.com/gpu`, `pods`. Default: all resources.',
  prices:
    'A price list as CSV with the header `resource,per,price`: the price of an amount of a resource for an hour, ' +
    'such as `memory,1Gi,0.004`.',
};

/** Choices of `by` with their meanings; one that ends with `:` takes a key, as `label:KEY` does. */
export type ByChoices = Readonly<Record<string, string>>;

/** A choice that was made. */
export interface ChosenBy {
  /** `node`, `label`. */
  readonly choice: string;
  /** Of a choice that takes one. */
  readonly key: string;
}

/** @returns undefined where it is none of the choices */
export function chosenBy(choices: ByChoices, by: string | undefined): ChosenBy | undefined {
  const names = Object.keys(choices);
  const text = by ?? names[0] ?? '';
  if (names.includes(text) && !text.endsWith(':')) return { choice: text, key: '' };
  const colon = text.indexOf(':');
  if (colon < 0 || !names.includes(text.slice(0, colon + 1)) || colon === text.length - 1) return undefined;
  return { choice: text.slice(0, colon), key: text.slice(colon + 1) };
}

/** How choices are written, for descriptions and refusals. */
export function choicesInWords(choices: ByChoices): string {
  return Object.keys(choices)
    .map((name) => (name.endsWith(':') ? `${name}KEY` : name))
    .join(', ');
}

/** What is wrong with the parameters of a report, by field. */
export function parameterProblems(
  {
    name,
    parameters,
    by,
  }: { readonly name: string; readonly parameters: readonly ParameterName[]; readonly by?: ByChoices },
  given: ReportParameters,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const parameter of Object.keys(PARAMETERS) as ParameterName[])
    if (given[parameter] !== undefined && !parameters.includes(parameter))
      problems.push(invalid(parameter, given[parameter], `the report ${name} has no such parameter`));
  if (by !== undefined && given.by !== undefined && chosenBy(by, given.by) === undefined)
    problems.push(invalid('by', given.by, `must be one of ${choicesInWords(by)}`));
  return problems;
}

export function invalid(field: string, value: unknown, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${detail}` };
}
