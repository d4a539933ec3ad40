/** An object as people name it: `Pod shop/web-1`, `Node a`. */
export function subjectOf(
  kind: string,
  { metadata = {} }: { readonly metadata?: { readonly namespace?: string; readonly name?: string } },
): string {
  const { namespace, name = '' } = metadata;
  return `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
}
