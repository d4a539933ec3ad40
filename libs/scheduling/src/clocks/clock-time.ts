/** When it was `reached`, by the wall, on a clock that says `present` at `at`. */
export function wallAt(
  rate: number,
  { reached, present, at }: Readonly<Record<'reached' | 'present' | 'at', Date>>,
): Date {
  const behind = Math.max(0, present.getTime() - reached.getTime());
  return new Date(at.getTime() - Math.ceil(behind / rate));
}
