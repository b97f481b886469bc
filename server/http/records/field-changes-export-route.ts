import { Type } from '../../../contract/json-schema.ts';
import { callerOf, type Door, type FieldChangesRequest, readFieldChanges } from '../../access/index.ts';
import { type KeyedLimit, perKeyLimit } from '../../background/limits.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { message } from '../../messages/message.ts';
import type { PastPlace } from '../../records/past/field-changes.ts';
import { fileHeaders, lineFormat, linesOf, markOf, streamed } from '../answers/streamed-file.ts';
import { Bytes } from '../bytes.ts';
import { type Route, route } from '../route.ts';
import { fieldChangesQuery } from './field-changes-route.ts';

const LIMIT = { each: 2, inAll: 8 };
const A_PAGE = 100;

/** One change as a line. */
interface ChangeLine {
  readonly time: string;
  readonly record_id: bigint;
  readonly title: string | null;
  readonly action: string;
  readonly user_id: bigint | null;
  readonly username: string | null;
  readonly key: string | null;
  readonly approved_by: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** The sides whose value was removed for good. */
  readonly removed: readonly string[] | null;
  readonly request_id: string;
}

const COLUMNS: readonly (keyof ChangeLine)[] = [
  ...(['time', 'record_id', 'title', 'action', 'user_id', 'username', 'key', 'approved_by'] as const),
  ...(['before', 'after', 'removed', 'request_id'] as const),
];

/** Makes the route of a fully audited collection: all changes of one field as a file. */
export function makeFieldChangesExport(): (definition: ServedDefinition) => Route[] {
  const exportsAtOnce = perKeyLimit(LIMIT);
  return (definition) =>
    definition.audit === 'full' && !definition.isSingleton ? [exportRoute(definition, exportsAtOnce)] : [];
}

function exportRoute(definition: ServedDefinition, exportsAtOnce: KeyedLimit): Route {
  const { access, label, path, name } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${path}/history/export`,
    access: access.history,
    summary: message('fieldChangesExport', { label }),
    query: Type.Object({ ...fieldChangesQuery, ...lineFormat }, { additionalProperties: false }),
    produces: '*/*',
    async handle(door, { query: { format = 'csv', bom = false, ...asked }, from }) {
      const headers = fileHeaders(`${name}-${asked.field}`, format);
      const mark = markOf(format, bom);
      if (door.admission.method === 'HEAD') return new Bytes(200, headers);
      const leave = exportsAtOnce.enter(callerOf(door.actor, from.address));
      const shown = { count: 0 };
      const lines = linesOf(changePages(door, definition, asked), { format, columns: COLUMNS }, shown);
      return new Bytes(200, headers, await streamed(lines, mark, leave), shown);
    },
  });
}

async function* changePages(
  door: Door,
  definition: ServedDefinition,
  asked: Omit<FieldChangesRequest, 'count' | 'after'>,
): AsyncGenerator<ChangeLine[]> {
  let after: PastPlace | undefined;
  do {
    const now = await door.renewed();
    const { items, next } = await readFieldChanges(now, definition, { ...asked, after, count: A_PAGE });
    yield items.map(({ time, record_id, title, action, user, key, approved_by, changes, request_id }) => {
      const { before = null, after: then = null, removed = null } = changes[asked.field] ?? {};
      return {
        ...{ time: new Date(time).toISOString(), record_id, title, action },
        ...{ user_id: user?.id ?? null, username: user?.username ?? null },
        ...{ key: key?.name ?? null, approved_by: approved_by?.username ?? null },
        ...{ before, after: then, removed, request_id },
      };
    });
    after = next;
  } while (after);
}
