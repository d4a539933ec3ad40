import { pullsAlways } from './image-reference.js';

const digest = `sha256:${'0'.repeat(64)}`;

describe('an image is pulled anew', () => {
  test.each(['a', 'a:latest', 'docker.io/a/b', 'host:5000/a', 'localhost/a:latest', `a:latest@${digest}`])(
    '%s',
    (image) => expect(pullsAlways(image)).toBe(true),
  );
});

describe('an image is pulled once', () => {
  const named = ['a:1', `a@${digest}`, 'host:5000/a:1', `a:1@${digest}`];
  const noReferences = ['', ' a ', '-a', 'Bad_Name', 'a:', 'a@b', '$(X)', '0'.repeat(64), 'a//b'];
  test.each([...named, ...noReferences])('%j', (image) => expect(pullsAlways(image)).toBe(false));
});
