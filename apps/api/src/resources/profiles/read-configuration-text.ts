import { readManifests } from '#kubernetes';
import { RequestRefused } from '../../ground/outcome/index.js';

/**
 * The configuration or profile that an argument is: JSON as it stands, or YAML or JSON in a text.
 * @param field where it stands, for messages
 * @throws RequestRefused when the text is not one object.
 */
export async function readConfigurationText(configuration: unknown, field = 'configuration'): Promise<unknown> {
  if (typeof configuration !== 'string') return configuration;
  const found: object[] = [];
  for await (const item of readManifests(chunksOf(configuration))) {
    if ('problem' in item)
      throw unreadable(
        field,
        item.problem.line === undefined ? item.problem.message : `line ${item.problem.line}: ${item.problem.message}`,
      );
    found.push(item.object);
  }
  if (found.length === 1) return found[0];
  throw unreadable(field, `must be one object, not ${found.length}`);
}

function unreadable(field: string, message: string): RequestRefused {
  return RequestRefused.invalid([{ field, reason: 'FieldValueInvalid', message }]);
}

async function* chunksOf(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
