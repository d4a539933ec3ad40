import { ServiceError, ServiceUnreachable } from '#client';
import { problemOf } from './problem.js';

const refusal = (status: number, code: string, answer: unknown = {}): ServiceError =>
  new ServiceError({ status, code, detail: 'because', requestId: 'r-1', answer });

test.each([
  [refusal(404, 'CLUSTER_NOT_FOUND'), 'refused', 'CLUSTER_NOT_FOUND'],
  [refusal(410, 'ARCHIVED'), 'archived', 'ARCHIVED'],
  [refusal(410, 'HISTORY_EXPIRED'), 'expired', 'HISTORY_EXPIRED'],
  [refusal(200, 'FORBIDDEN'), 'forbidden', 'FORBIDDEN'],
  [refusal(401, 'UNAUTHENTICATED'), 'forbidden', 'UNAUTHENTICATED'],
  [refusal(503, 'UNAVAILABLE'), 'failed', 'UNAVAILABLE'],
  [new ServiceUnreachable('http://x', new Error('gone')), 'unreachable', undefined],
  [new TypeError('undefined is no function'), 'failed', undefined],
])('%s is shown as %s', (error, kind, code) => {
  expect(problemOf(error)).toMatchObject({ kind, ...(code !== undefined && { code, requestId: 'r-1' }) });
});

test('a refusal names its objects and their fields', () => {
  const errors = [
    { pointer: '/spec/containers/0', detail: 'Required value', kind: 'Pod', namespace: 'shop', name: 'api' },
    { field: 'name', detail: 'Invalid value' },
    { message: 'an error of GraphQL', extensions: { errors: [{ pointer: '/at', detail: 'of the present only' }] } },
    { message: 'another one, about no field' },
  ];
  expect(problemOf(refusal(422, 'INVALID_REQUEST', { errors })).fields).toEqual([
    { field: 'Pod shop/api /spec/containers/0', message: 'Required value' },
    { field: 'name', message: 'Invalid value' },
    { field: '/at', message: 'of the present only' },
  ]);
});
