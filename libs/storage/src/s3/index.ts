export { S3Storage, type S3Place } from './s3-storage.js';
export { S3Access, type S3Settings } from './s3-access.js';
