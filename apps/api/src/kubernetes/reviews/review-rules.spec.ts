import { RequestRefused } from '../../ground/outcome/index.js';
import { REVIEWS } from './review-kinds.js';
import { askedIn } from './review-rules.js';

const GET = { verb: 'get', resource: 'pods' };
const PATH = { verb: 'get', path: '/version' };
const ONE = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
const SUBJECT = 'spec.user: Invalid value: "": at least one of user or group must be specified';

function problemsOf(...asked: Parameters<typeof askedIn>): string[] {
  try {
    askedIn(...asked);
    return [];
  } catch (error) {
    const { refusal } = error as RequestRefused;
    if (refusal?.kind !== 'ObjectInvalid') throw error;
    return refusal.problems.map(({ field, message }) => `${field}: ${message}`);
  }
}

test.each<readonly [spec: object, problems: readonly string[]]>([
  [{ resourceAttributes: GET }, []],
  [{ nonResourceAttributes: PATH }, []],
  [{}, [`spec.resourceAttributes: Invalid value: null: ${ONE}`]],
  [
    { resourceAttributes: GET, nonResourceAttributes: PATH },
    [
      'spec.nonResourceAttributes: Invalid value: {"Path":"/version","Verb":"get"}: ' +
        'cannot be specified in combination with resourceAttributes',
    ],
  ],
  [
    { resourceAttributes: { ...GET, fieldSelector: { rawSelector: 'a=b', requirements: [{ key: 'a' }] } } },
    [
      'spec.resourceAttributes.fieldSelector.rawSelector: Invalid value: "a=b": ' +
        'may not specified at the same time as requirements',
    ],
  ],
  [
    { resourceAttributes: { ...GET, labelSelector: {} } },
    [
      'spec.resourceAttributes.labelSelector.requirements: Required value: when ' +
        'spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required',
    ],
  ],
])('a review of the own access asks %j', (spec, problems) => {
  expect(problemsOf(spec, REVIEWS.ownAccess, 'self')).toEqual(problems);
});

test.each<readonly [spec: object, problems: readonly string[]]>([
  [{ user: 'a', resourceAttributes: { ...GET, namespace: 'shop' } }, []],
  [{ groups: ['g'], resourceAttributes: { ...GET, namespace: 'shop' } }, []],
  [
    { resourceAttributes: GET },
    [SUBJECT, 'spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace'],
  ],
  [
    { user: 'a', nonResourceAttributes: PATH },
    ['spec.nonResourceAttributes: Invalid value: {"Path":"/version","Verb":"get"}: disallowed on this kind of request'],
  ],
])('a review of a subject in the namespace shop asks %j', (spec, problems) => {
  expect(problemsOf(spec, REVIEWS.localAccess, { namespace: 'shop' })).toEqual(problems);
});
