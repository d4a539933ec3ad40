import { applyDecorators } from '@nestjs/common';
import { Accepts, BodyLimit, LastKeyCounts, RefusesBodies, Rules } from '../ground/http/index.js';
import { UNREADABLE_BODIES } from './unreadable-bodies.js';

/** Bodies as the API server takes them: JSON, YAML or protobuf, as long as etcd and the server in front of it allow. */
export const KubernetesBody = (): MethodDecorator =>
  applyDecorators(
    Accepts('kubernetes'),
    BodyLimit(3 * 2 ** 20),
    LastKeyCounts(),
    RefusesBodies(UNREADABLE_BODIES),
    Rules({ fields: undefined }),
  );
