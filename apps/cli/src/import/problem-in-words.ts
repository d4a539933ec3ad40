/** What a report or a refusal says of one object. */
export interface ObjectProblem {
  readonly index?: number;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Of a report. */
  readonly field?: string;
  readonly message?: string;
  /** Of a refusal: where in the object, as a JSON pointer. */
  readonly pointer?: string;
  readonly detail?: string;
}

/** `Pod shop/api: spec.containers[0].image: is required`: the object, the field, what is wrong. */
export function problemInWords(problem: ObjectProblem): string {
  const { index, kind, namespace, name, field, message, pointer, detail } = problem;
  const object = [kind, [namespace, name].filter(Boolean).join('/')].filter(Boolean).join(' ');
  const place = index === undefined ? object : `${object || 'object'} (object ${index + 1})`;
  return [place, field ?? pointer, message ?? detail].filter(Boolean).join(': ');
}
