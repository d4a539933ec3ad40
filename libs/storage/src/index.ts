export { FolderStorage, storageFault, StorageError, StorageFolder, type StorageTrouble } from './folder/index.js';
export { DatabaseStorage } from './database/index.js';
export type { FileStorage, OpenFile, StoredFile } from './file-storage.js';
export { FilesById } from './files-by-id.js';
export { refuseStorage } from './refuse-storage.js';
export { S3Access, S3Storage, type S3Place, type S3Settings } from './s3/index.js';
export { SealedStorage } from './sealed/index.js';
