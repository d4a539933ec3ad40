import { dirname } from 'node:path';
import { StorageError, type FileStorage } from '#storage';
import type { FileTarget } from './target.js';
import { DeliveryFailed } from './failed.js';

/** Where files are delivered. */
export interface DeliveryPlaces {
  /** Of targets `file:`. */
  readonly files: FileStorage;
  /** A bucket that files may be delivered into; undefined for others. */
  readonly bucket: (name: string) => FileStorage | undefined;
}

/** A file that is to be, below the folder of its team. */
export interface NewFile {
  readonly team: string;
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/**
 * Writes a file to a target, in place of one of its name. Its readers find all of it or none.
 * @throws DeliveryFailed when the target cannot be written to
 */
export async function writeFileTo(
  places: DeliveryPlaces,
  target: FileTarget,
  { team, name, content }: NewFile,
): Promise<void> {
  const storage = target.kind === 'file' ? places.files : places.bucket(target.bucket);
  if (storage === undefined) throw new DeliveryFailed(BUCKET_REFUSED);
  const path = [team, ...target.folder, name].join('/');
  try {
    await storage.tidy(dirname(path));
    await storage.write(path, bytesOf(content));
  } catch (error) {
    if (error instanceof StorageError) throw new DeliveryFailed(`the file could not be written: ${error.problem}`);
    throw error;
  }
}

/** Why files are not delivered into a bucket. */
export const BUCKET_REFUSED = 'BERTH_DELIVERY_BUCKETS lists the buckets that files may be delivered into';

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const some of content) yield typeof some === 'string' ? Buffer.from(some) : some;
}
