import { ownField } from '#json';

/** What may be wrong with a folder, by the code of the failed system call, in words for the operator of the service. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than the device takes',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  ENOENT: 'it is not there',
  ENOTDIR: 'something else than a folder is in its place',
  EEXIST: 'something else is in its place',
  EISDIR: 'a folder is in the place of a file',
  ELOOP: 'its links lead nowhere',
  ENXIO: 'the device is gone',
  ENODEV: 'the device is gone',
  ESTALE: 'the file system that it was on is gone',
  EIO: 'the device does not read or write any more',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  EBUSY: 'it is in use',
};

/** Calls that are about no file, although they fail with the same codes. */
const OTHER_CALLS = new Set(['connect', 'bind', 'listen', 'getaddrinfo', 'spawn']);

/** What an error says of the file system, in words; undefined when it is about something else. */
export function storageFault(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  if (typeof code !== 'string' || typeof syscall !== 'string' || OTHER_CALLS.has(syscall.split(' ', 1)[0] ?? ''))
    return undefined;
  const words = ownField(FAULTS, code);
  return words && `${words} (${code})`;
}

/** A folder that cannot be used as it is; the message is for the operator of the service. */
export class StorageError extends Error {
  constructor(
    readonly folder: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${folder}: ${problem}`, options);
    this.name = 'StorageError';
  }
}
