import { KUBERNETES_MESSAGES } from './kubernetes-messages.js';

/** A field of a message, in the order of the numbers. */
export interface MessageField {
  readonly number: number;
  /** As JSON has it. */
  readonly name: string;
  /** A scalar of the wire, or the name of a message. */
  readonly type: string;
  readonly holds: 'one' | 'list' | 'map';
  /** Whether an absent field is not the same as one with a zero: Go has a pointer there. */
  readonly isPointer: boolean;
  /** Whether JSON has the field where it is zero. */
  readonly isPrinted: boolean;
  /** Whether JSON has the fields of the message in place of this one: Go embeds the structure. */
  readonly isEmbedded: boolean;
}

/** A message of Kubernetes v1.34. */
export interface Message {
  /** With the end of its package: `core.v1.Pod`. */
  readonly name: string;
  readonly fields: readonly MessageField[];
  readonly byNumber: ReadonlyMap<number, MessageField>;
}

/** `?` is a pointer, `!` is printed though it is zero, `~` is embedded; `[]` is a list and `{}` a map by text. */
const FIELD = /^(?<name>\w+)(?<mark>[?!~]?)=(?<number>\d+)(?::(?<holds>\[\]|\{\})?(?<type>.*))?$/;
const SCALARS: ReadonlySet<string> = new Set(['string', 'bytes', 'bool', 'int32', 'int64', 'double']);

let table: ReadonlyMap<string, Message> | undefined;

/** @throws Error for a name that no message has: the table is complete */
export function messageNamed(name: string): Message {
  const message = messages().get(name);
  if (message === undefined) throw new Error(`there is no message ${name}`);
  return message;
}

/** The message of a kind: of its own group, or one that every group has, such as DeleteOptions. */
export function messageOfKind({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): Message | undefined {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/', 2) : ['core', apiVersion];
  return messages().get(`${group.split('.', 1)[0]}.${version}.${kind}`) ?? messages().get(`meta.v1.${kind}`);
}

/** Whether a type is a scalar of the wire. */
export function isScalar(type: string): boolean {
  return SCALARS.has(type);
}

/** Read when it is first needed: most processes never see a message. */
function messages(): ReadonlyMap<string, Message> {
  table ??= new Map(readMessages().map((message) => [message.name, message]));
  return table;
}

function readMessages(): Message[] {
  const read: Message[] = [];
  let packageName = '';
  for (const line of KUBERNETES_MESSAGES.trim().split(/\n(?! )/)) {
    const [head = '', ...fields] = line.split(/\s+/);
    if (head.endsWith(':')) read.push(readMessage(packageName, head.slice(0, -1), fields));
    else packageName = head;
  }
  return read;
}

function readMessage(packageName: string, name: string, texts: readonly string[]): Message {
  const fields = texts.map((text) => readField(packageName, text));
  return { name: `${packageName}.${name}`, fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
}

function readField(packageName: string, text: string): MessageField {
  const { name = '', mark = '', number = '', holds = '', type = 'string' } = FIELD.exec(text)?.groups ?? {};
  return {
    number: Number(number),
    name,
    type: type.includes('.') || isScalar(type) ? type : `${packageName}.${type}`,
    holds: holds === '[]' ? 'list' : holds === '{}' ? 'map' : 'one',
    isPointer: mark === '?',
    isPrinted: mark === '!',
    isEmbedded: mark === '~',
  };
}
