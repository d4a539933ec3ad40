const LONGEST = 1_000;

/** A text as it is given back: names and values of a request may have megabytes. Of a long one, its beginning. */
export function shortened(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  // Not between the halves of a pair.
  const end = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end)}... (${text.length} characters)`;
}
