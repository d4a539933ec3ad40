import { objectOf, problemFieldsOf } from '../../testing/admission.js';

test('an attachment says who attaches what where', () => {
  const attachment = objectOf('storage.k8s.io/v1', 'VolumeAttachment');
  const fields = ['spec.attacher', 'spec.source', 'spec.nodeName', 'spec.attacher', 'spec.attacher'];
  expect(problemFieldsOf(attachment)).toEqual(fields);
});
