import type { Scale } from '#scheduler';

/** The numbers of a scale in the order in which digests and chunks write them. */
export function appendNumbers(scale: Scale, to: number[]): void {
  switch (scale.kind) {
    case 'max':
    case 'reverseMax':
      to.push(scale.most);
      return;
    case 'minMax':
    case 'reverseRange':
      to.push(scale.least, scale.most);
      return;
    case 'none':
    case 'custom':
  }
}

/** How many numbers a scale of this kind has. */
export function numberCount(kind: Scale['kind']): number {
  if (kind === 'none' || kind === 'custom') return 0;
  return kind === 'max' || kind === 'reverseMax' ? 1 : 2;
}

/** The scale of these numbers; `custom` needs its column as well. */
export function scaleOf(
  kind: Exclude<Scale['kind'], 'custom'>,
  [first = 0, second = 0]: readonly number[],
): Exclude<Scale, { readonly kind: 'custom' }> {
  switch (kind) {
    case 'none':
      return { kind };
    case 'max':
    case 'reverseMax':
      return { kind, most: first };
    case 'minMax':
    case 'reverseRange':
      return { kind, least: first, most: second };
  }
}
