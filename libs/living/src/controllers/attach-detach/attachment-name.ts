import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The name of the attachment of a volume to a node. // as kubernetes v1.34 pkg/volume/csi getAttachmentName */
export function attachmentName(handle: string, driver: string, node: string): string {
  return `csi-${bytesToHex(sha256(utf8ToBytes(handle + driver + node)))}`;
}
