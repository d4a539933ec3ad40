export { FolderStorage } from './folder-storage.js';
export { storageFault, StorageError } from './storage-error.js';
export { StorageFolder, type StorageTrouble } from './storage-folder.js';
