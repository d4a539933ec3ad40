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

/** The steps of a JSON pointer: the other way round. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Steps as a field: the other way round. */
export function fieldOf(steps: readonly PropertyKey[]): string {
  return steps.map(String).reduce((field, step) => {
    if (!/^[A-Za-z_][\w-]*$/.test(step)) return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');
}
