/** `spec.containers[0].resources.requests[cpu]` as its steps; an empty field has none. */
export function fieldSteps(field: string): string[] {
  return [...field.matchAll(/\[([^\]]*)\]|[^.[]+/g)].map((match) => match[1] ?? match[0]);
}

/** The same as a JSON pointer (RFC 6901). */
export function fieldPointer(field: string): string {
  return fieldSteps(field)
    .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Steps as a field: the other way round. */
export function fieldOf(steps: readonly PropertyKey[]): string {
  return steps.map(String).reduce((field, step) => {
    if (!/^[A-Za-z_][\w-]*$/.test(step)) return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');
}
