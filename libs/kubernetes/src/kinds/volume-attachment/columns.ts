import { AGE, ageOf, FLAG, NAME, ofField, printerColumns } from '../../table/index.js';

interface PrintedAttachment {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

/** An attachment in a table. */
export const volumeAttachmentColumns = printerColumns<PrintedAttachment>({
  columns: [
    NAME,
    ofField('Attacher', 'VolumeAttachmentSpec.attacher', { format: 'name' }),
    ofField('PV', 'VolumeAttachmentSource.persistentVolumeName'),
    ofField('Node', 'VolumeAttachmentSpec.nodeName'),
    ofField('Attached', 'VolumeAttachmentStatus.attached', FLAG),
    AGE,
  ],
  cells: ({ metadata, spec = {}, status }, now) => [
    metadata.name,
    spec.attacher ?? '',
    spec.source?.persistentVolumeName ?? '',
    spec.nodeName ?? '',
    status?.attached ?? false,
    ageOf(metadata.creationTimestamp, now),
  ],
});
