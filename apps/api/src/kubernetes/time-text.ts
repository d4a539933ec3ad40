/** A time in milliseconds as metav1.Time prints it: to the second. */
export function secondsOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
