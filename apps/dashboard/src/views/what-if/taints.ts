/** A taint, or of one that is to go as much as says which. */
interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
}

/** `gpu=yes:NoSchedule, old`: taints as kubectl takes them; the service says what is wrong with one. */
export function taintsIn(text: string): readonly Taint[] {
  return text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => {
      const [, key = '', value, effect] = /^([^=:]*)(?:=([^:]*))?(?::(.*))?$/.exec(one) ?? ['', one];
      return { key, ...(value !== undefined && { value }), ...(effect !== undefined && { effect }) };
    });
}

/** The same back. */
export function taintsText(taints: unknown): string {
  if (!Array.isArray(taints)) return '';
  return (taints as readonly Taint[])
    .map(({ key, value, effect }) =>
      [key, ...(value === undefined ? [] : [`=${value}`]), ...(effect === undefined ? [] : [`:${effect}`])].join(''),
    )
    .join(', ');
}
