import { attributeOf, readFilter } from './filter.ts';
import { message } from './messages/message.ts';
import { scimError } from './scim-error.ts';
import { isObject } from './wanted-user.ts';

/** One change of an attribute, as directories send it (RFC 7644, 3.5.2). */
export interface Change {
  readonly op: 'add' | 'replace' | 'remove';
  /** In small letters, without what is in brackets: `emails.value`. */
  readonly attribute: string;
  /** The value that the brackets ask for: the id in `members[value eq "7"]`. */
  readonly chosen: string | undefined;
  readonly value: unknown;
}

const MAX_OPERATIONS = 100;
const READ_ONLY = ['id', 'meta', 'groups', 'schemas'];

/** Reads the operations of a PATCH. A value without a path changes each of its attributes. */
export function readPatch(sent: Readonly<Record<string, unknown>>): Change[] {
  const operations = Object.entries(sent).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(operations)) throw scimError('invalidSyntax', 'Operations', message('notAList'));
  if (operations.length === 0) throw scimError('invalidSyntax', 'Operations', message('empty'));
  if (operations.length > MAX_OPERATIONS)
    throw scimError('tooMany', 'Operations', message('tooManyItems', { max: MAX_OPERATIONS }));
  return operations.flatMap(readOperation);
}

function readOperation(sent: unknown): Change[] {
  if (!isObject(sent)) throw scimError('invalidSyntax', 'Operations', message('operationExpected'));
  const op = String(sent.op).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw scimError('invalidSyntax', 'op', message('notOneOf', { allowed: ['add', 'replace', 'remove'] }));
  const { path, value } = sent;
  if (path === undefined || path === '') {
    if (op === 'remove') throw scimError('noTarget', 'path', message('missing'));
    if (!isObject(value)) throw scimError('invalidValue', 'value', message('notAnObject'));
    // Okta repeats the id in the value.
    const changes = Object.entries(value).map(
      ([name, one]): Change => ({ ...readPath(name), op, value: one }),
    );
    return changes.filter(({ attribute }) => !READ_ONLY.includes(attribute));
  }
  const read = readPath(path);
  if (READ_ONLY.includes(read.attribute))
    throw scimError('mutability', read.attribute, message('changedByServerAlone'));
  return [{ ...read, op, value }];
}

function readPath(path: unknown): Pick<Change, 'attribute' | 'chosen'> {
  const [, start = '', filter, end = ''] =
    (typeof path === 'string' &&
      path.length <= 300 &&
      /^([\w:.$-]+)(?:\[([^[\]]+)\])?(?:\.([\w$-]+))?$/.exec(path.trim())) ||
    [];
  if (start === '') throw scimError('invalidPath', String(path), message('directoryPathExpected'));
  const attribute = attributeOf(end === '' ? start : `${start}.${end}`);
  return { attribute, chosen: filter === undefined ? undefined : chosenBy(filter) };
}

/** The id that a filter on members names; undefined for the type of an address. */
function chosenBy(text: string): string | undefined {
  const filter = readFilter(text);
  const isId = 'attribute' in filter && filter.attribute === 'value';
  return isId && typeof filter.value === 'string' ? filter.value : undefined;
}
