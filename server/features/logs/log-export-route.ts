import { Type } from '../../../contract/json-schema.ts';
import { callerOf, type Door } from '../../access/index.ts';
import { perKeyLimit } from '../../background/limits.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { fileHeaders, lineFormat, linesOf, markOf, streamed } from '../../http/answers/streamed-file.ts';
import { Bytes, type Route, route } from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import { log, type Select, shownMessage } from '../../records/index.ts';
import { type PeriodQuery, period, refusalIdsOf, within } from './log-lines.ts';
import { message } from './messages/message.ts';
import type { permissionNames } from './permission-names.ts';

type Line = RecordOf<typeof log>;
type NameOf = ReturnType<typeof permissionNames>;

const LIMIT = { each: 2, inAll: 8 };
const LINES_AT_ONCE = 1000;
const { refusal_ids: _ids, address: _address, ...narrowing } = period;

const COLUMNS = [
  ...(['id', 'time', 'user_id', 'username', 'key_id', 'message', 'method', 'path', 'status_code'] as const),
  ...(['permission', 'address', 'refusal_id'] as const),
];

/** The lines of the log as a file, the newest first: all of them, or those of a period, of a user, or refusals alone. */
export function logExportRoute(access: AccessRule, nameOf: NameOf): Route {
  const exportsAtOnce = perKeyLimit(LIMIT);
  return route({
    method: 'GET',
    tag: message('logTag'),
    path: '/cms/log/export',
    access,
    summary: message('exportLog'),
    query: Type.Object({ ...narrowing, ...lineFormat }, { additionalProperties: false }),
    produces: '*/*',
    isTranslated: true,
    async handle(door, { query: { format = 'csv', bom = false, ...query }, from, language }) {
      const headers = fileHeaders('log', format);
      const mark = markOf(format, bom);
      if (door.admission.method === 'HEAD') return new Bytes(200, headers);
      const leave = exportsAtOnce.enter(callerOf(door.actor, from.address));
      const shown = { count: 0 };
      const lines = linesOf(pagesOf(door, query, language(), nameOf), { format, columns: COLUMNS }, shown);
      return new Bytes(200, headers, await streamed(lines, mark, leave), shown);
    },
  });
}

async function* pagesOf(door: Door, query: PeriodQuery, language: Language, nameOf: NameOf) {
  let lines: Line[] = [];
  do {
    const last = lines.at(-1);
    const { longReads } = await door.renewed();
    lines = await longReads.where(log, (select) =>
      before(within(select, query), last)
        .orderBy('create_time', 'desc')
        .orderBy('id', 'desc')
        .limit(LINES_AT_ONCE),
    );
    const refusalIds = await refusalIdsOf(longReads, lines);
    yield lines.map((line) => {
      const { id, user_id, username, key_id, method, path, status_code, permission, address } = line;
      return {
        ...{ id, time: new Date(line.create_time).toISOString(), user_id, username, key_id },
        ...{ message: shownMessage(line, language), method, path, status_code },
        ...{ permission: nameOf(permission, language), address, refusal_id: refusalIds.get(id) ?? null },
      };
    });
  } while (lines.length === LINES_AT_ONCE);
}

/** Those behind a line. */
function before(select: Select, line: Line | undefined): Select {
  if (!line) return select;
  const { create_time, id } = line;
  return select
    .where('create_time', '<=', create_time)
    .where((e) => e.or([e('create_time', '<', create_time), e('id', '<', id)]));
}
