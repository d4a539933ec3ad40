/** Input that cannot be used; the message names the option or the line, and is for whoever gave it. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
