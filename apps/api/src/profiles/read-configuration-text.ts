import { readManifests } from '#kubernetes';
import { RequestRefused } from '../outcome/index.js';

/**
 * The configuration that an argument is: JSON as it stands, or YAML or JSON in a text.
 * @throws RequestRefused when the text is not one object.
 */
export async function readConfigurationText(configuration: unknown): Promise<unknown> {
  if (typeof configuration !== 'string') return configuration;
  const found: object[] = [];
  for await (const item of readManifests(chunksOf(configuration))) {
    if ('problem' in item)
      throw unreadable(
        item.problem.line === undefined ? item.problem.message : `line ${item.problem.line}: ${item.problem.message}`,
      );
    found.push(item.object);
  }
  if (found.length === 1) return found[0];
  throw unreadable(`must be one object, not ${found.length}`);
}

function unreadable(message: string): RequestRefused {
  return RequestRefused.invalid([{ field: 'configuration', reason: 'FieldValueInvalid', message }]);
}

async function* chunksOf(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
