/** What a report or a refusal says of one object. */
export interface ObjectProblem {
  /** That it stands in; `index` then counts in the file. */
  readonly file?: string;
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

/** `Pod shop/api (object 2): spec.containers[0].image: is required`: the object, the field, what is wrong. */
export function problemInWords(problem: ObjectProblem): string {
  return [placeOf(problem), whatIsWrong(problem)].filter(Boolean).join(': ');
}

/** The object and, where it is known, its file: `apps/web.yaml: Pod shop/api (object 2)`. */
export function placeOf({ file, index, kind, namespace, name }: ObjectProblem): string {
  const object = [kind, [namespace, name].filter(Boolean).join('/')].filter(Boolean).join(' ');
  const place = index === undefined ? object : `${object || 'object'} (object ${index + 1})`;
  return [file, place].filter(Boolean).join(': ');
}

/** The field and what is wrong with it. */
export function whatIsWrong({ field, message, pointer, detail }: ObjectProblem): string {
  return [field ?? pointer, message ?? detail].filter(Boolean).join(': ');
}
