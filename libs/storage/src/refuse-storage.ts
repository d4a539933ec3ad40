import { refuse, type Outcome } from '#requests';
import { StorageError } from './folder/index.js';

/** Work that needs a folder: where that cannot be used, it is refused. */
export async function refuseStorage<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse({ kind: 'StorageUnavailable', folder: error.folder, problem: error.problem });
  }
}
