/**
 * True when `error` is a failed system call with one of these codes, such as ENOENT. The code alone decides: an error
 * that Node raises is no instance of the Error of a test's own realm.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
