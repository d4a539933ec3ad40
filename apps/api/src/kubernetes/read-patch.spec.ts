import { readPatch } from './read-patch.js';
import { UnreadPatch } from './unreadable-bodies.js';

const MERGE = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

test.each([
  [MERGE, undefined, 'error decoding patch: unexpected end of JSON input'],
  [MERGE, null, 'Invalid JSON Patch'],
  [MERGE, 'x', 'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}'],
  [JSON_PATCH, undefined, 'error decoding patch: unexpected end of JSON input'],
  [JSON_PATCH, {}, 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
  [STRATEGIC, undefined, 'unexpected end of JSON input'],
  [STRATEGIC, [], 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
  [STRATEGIC, new UnreadPatch('no JSON'), 'no JSON'],
  [JSON_PATCH, new UnreadPatch('no JSON'), 'error decoding patch: no JSON'],
])('as %s, %j is a patch that is refused where there is an object', (type, body, problem) =>
  expect(readPatch(type, body)).toEqual({ type: 'unread', problem }),
);

test('null is a patch of nothing', () => {
  expect(readPatch(JSON_PATCH, null)).toEqual({ type: 'json', operations: [] });
  expect(readPatch(STRATEGIC, null)).toEqual({ type: 'strategic', patch: {} });
});
