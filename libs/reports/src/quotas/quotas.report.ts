import { quotaLines, scopeTexts, type QuotaSpec } from '#api-server';
import type { ResourceList } from '#kubernetes';
import { unitOf } from '../amounts/index.js';
import { teamsOf } from '../groups/index.js';
import { key, number, orNull, report, text } from '../report/index.js';

/** What quotas allow, and what is used of it. */
export const quotas = report({
  name: 'quotas',
  summary: 'Quotas with used and free amounts',
  description:
    'ResourceQuotas with the allowed, used and free amount of each resource, by namespace and name. `refusals` has ' +
    'the writes that quotas refused.',
  about: 'state',
  parameters: ['namespace', 'resources'],
  columns: {
    namespace: key(text('Namespace of the quota.')),
    team: text('The team that the namespace belongs to at present.'),
    quota: key(text('Name of the ResourceQuota.')),
    scopes: text('Its scopes, separated by `; `: only objects that match all of them count. Empty: all objects.'),
    resource: key(text('The limited resource as the quota names it: `requests.cpu`, `pods`.')),
    unit: text('What its numbers count: `cores`, `bytes` or `pieces`.'),
    hard: number(null, 'The allowed amount: `spec.hard`.'),
    used: number(null, 'The amount in use: `status.used`; 0 if the status has none.'),
    free: number(null, 'Hard minus used; negative if more is used than allowed.'),
    usedRatio: orNull(number('share', 'Used divided by hard, to six decimals; null if nothing is allowed.')),
  },
  async *rows(frame) {
    const { namespace: only, resources } = frame.parameters;
    const [{ past }, teamOf] = [await frame.state(), await teamsOf(frame)];
    for (const quota of past.ofKind('ResourceQuota')) {
      const { namespace, name } = quota;
      if (only !== undefined && only !== namespace) continue;
      const { spec = {}, status = {} } = quota.stored().object as {
        readonly spec?: QuotaSpec;
        readonly status?: { readonly used?: ResourceList };
      };
      for (const { resource, hardValue: hard, usedValue: used, freeValue: free } of quotaLines(spec, status.used)) {
        if (resources?.includes(resource) === false) continue;
        yield {
          namespace,
          team: teamOf(namespace),
          quota: name,
          scopes: scopeTexts(spec).join('; '),
          resource,
          unit: unitOf(resource),
          hard,
          used,
          free,
          usedRatio: hard === 0 ? null : Math.round((used / hard) * 1e6) / 1e6,
        };
      }
    }
  },
});
