export { makeCertificate, namesOfHost, readCertificate } from './certificate-files.js';
export { TlsModule } from './tls.module.js';
export { TlsError, TlsListener } from './tls-listener.js';
