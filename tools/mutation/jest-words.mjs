// The specs are written for Jest. Mutants are tried by the thousand in one process, which only Mocha can
// do, so it gets Jest's words.
import { expect } from 'expect';
import { bind } from 'jest-each';

globalThis.expect = expect;
globalThis.test = globalThis.it;
globalThis.test.each = bind(globalThis.it, false);
globalThis.describe.each = bind(globalThis.describe, false);
globalThis.beforeAll = globalThis.before;
globalThis.afterAll = globalThis.after;
