const LONGEST = 30;

/** The beginning of a body as refusals quote it: JSON as it is, other bytes in hex. // as apiserver summarizeData */
export function summary(body: Uint8Array): string {
  if (body.length === 0) return '<empty>';
  const start = Buffer.from(body.subarray(0, LONGEST));
  const text = start.toString(body[0] === '{'.charCodeAt(0) ? 'utf8' : 'hex');
  return body.length > LONGEST ? `${text} ...` : text;
}
