import ts from 'typescript';

/**
 * A key that is any text may be `constructor` or `__proto__`, which every plain object inherits. Such a key is read by
 * `ownField`, set by `setField`, looked for by `Object.hasOwn`, or it is the key of a Map.
 *
 * Not reported: keys that `Object.keys` or `Object.entries` of the same object gave, what `Object.hasOwn` of the same
 * object and key guards, removals, and texts with a constant part, which no inherited name has.
 */
export const inheritedKeys = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      read: 'A plain object inherits `constructor` and others: ownField(object, key), or a Map.',
      write:
        'A plain object changes what it inherits under the key `__proto__`: setField(object, key, value), or a Map.',
      within: '`in` finds what a plain object inherits: Object.hasOwn(object, key).',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const isAnyText = (node) => isText(sourceCode.parserServices.getTypeAtLocation(node));
    const isSafe = (object, key) => {
      const [where, what] = [sourceCode.getText(object), sourceCode.getText(key)];
      return isGuarded(object, `Object.hasOwn(${where}, ${what})`, sourceCode) || isOwnKey(key, where, sourceCode);
    };
    return {
      'MemberExpression[computed=true]'({ object, property, parent, ...node }) {
        if (hasConstantPart(property) || !isAnyText(property) || isSafe(object, property)) return;
        if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return;
        const isWritten = parent.type === 'AssignmentExpression' && parent.left.range[1] === node.range[1];
        context.report({ node: property, messageId: isWritten ? 'write' : 'read' });
      },
      "BinaryExpression[operator='in']"({ left, right }) {
        if (isAnyText(left) && !isSafe(right, left)) context.report({ node: left, messageId: 'within' });
      },
    };
  },
};

/** Keys that are a parameter of types, or the keys of a type, are checked where they are given. */
function isText(type) {
  if (type.isUnion()) return type.types.some(isText);
  return (type.flags & ts.TypeFlags.String) !== 0;
}

function hasConstantPart({ type, quasis }) {
  return type === 'TemplateLiteral' && quasis.some(({ value }) => value.raw !== '');
}

/** Whether the nearest conditions around a node, within its function or callback, ask for what guards it. */
function isGuarded(node, guard, sourceCode) {
  for (let one = node; one.parent !== undefined && one.parent !== null; one = one.parent) {
    const { type, test, left } = one.parent;
    const condition = type === 'LogicalExpression' ? left : test;
    if (condition != null && condition !== one && sourceCode.getText(condition).includes(guard)) return true;
  }
  return false;
}

/** Whether a name stands for a key that the object itself gave. */
function isOwnKey(key, object, sourceCode) {
  if (key.type !== 'Identifier') return false;
  const giving = [`Object.keys(${object})`, `Object.entries(${object})`];
  for (let scope = sourceCode.getScope(key); scope !== null; scope = scope.upper) {
    const [definition] = scope.set.get(key.name)?.defs ?? [];
    if (definition === undefined) continue;
    const from = givenBy(definition);
    return from !== undefined && giving.some((text) => sourceCode.getText(from).startsWith(text));
  }
  return false;
}

/** What a variable of a `for` walks, or what the callback of a parameter is called on. */
function givenBy({ type, node, parent }) {
  if (type === 'Parameter') return node.parent?.type === 'CallExpression' ? node.parent.callee : undefined;
  return parent?.parent?.type === 'ForOfStatement' ? parent.parent.right : undefined;
}
