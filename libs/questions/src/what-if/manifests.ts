import { convertOldVersion, readManifests } from '#api-server';
import { fractionsOfBytes } from '#kubernetes';
import { faultsAt, NotPossible, type ImportedObject } from '#what-if';

/** The objects of a text, in order. @throws NotPossible where it cannot be read, or has none */
export async function objectsOf(manifests: string, field: string): Promise<ImportedObject[]> {
  const objects: ImportedObject[] = [];
  for await (const item of readManifests(chunk(manifests), { lastKeyCounts: true })) {
    if ('object' in item)
      objects.push({ ...item, remarks: [...convertOldVersion(item.object), ...fractionsOfBytes(item.object)] });
    else {
      const { line, message } = item.problem;
      throw new NotPossible(
        faultsAt(field, [{ field: '', message: line === undefined ? message : `line ${line}: ${message}` }]),
      );
    }
  }
  if (objects.length === 0)
    throw new NotPossible(faultsAt(field, [{ field: '', message: 'there is no object in it' }]));
  return objects;
}

async function* chunk(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
