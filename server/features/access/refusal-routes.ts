import { Type } from '../../../contract/json-schema.ts';
import { type Actor, group, type RefusalTrace, readTrace, refusal } from '../../access/index.ts';
import {
  type AccessRule,
  type Catalogue,
  fieldRulesOf,
  login,
  permissionsOf,
} from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { idOrNobody, type Route, route } from '../../http/index.ts';
import { render } from '../../messages/message.ts';
import { log, type Reads, shownMessage } from '../../records/index.ts';
import { lazy } from '../../shared/lazy.ts';
import { permissions, toPermissions } from './explanations.ts';
import { message } from './messages/message.ts';

/** The most lines with one id: a proxy may give several requests the same. */
const MOST_OF_AN_ID = 20;

const mayReadLog: AccessRule = {
  level: 'permission',
  permission: { key: 'log.list', name: message('seeWholeLog'), module: message('logTag') },
};

const common = {
  method: 'GET',
  tag: message('accessTag'),
  params: Type.Object({ id: Type.String({ pattern: '^[\\w.:-]{1,60}$' }) }),
  isTranslated: true,
} as const;

const REFUSAL = {
  request_id: Type.String(),
  time: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  failure: Type.String(),
  rule: Type.Nullable(Type.String({ about: message('accessRule') })),
  missing: permissions,
};

/** Why a request was refused, by the id that its answer carried. Readers of the log see all of it, refused users what they lacked. */
export function refusalRoutes(catalogue: Catalogue, routes: readonly Route[]): Route[] {
  const byKey = lazy(() => {
    const declared = permissionsOf([...routes.map(({ access }) => access), ...fieldRulesOf(catalogue)]);
    return new Map(declared.map((one) => [one.key, one]));
  });
  const toRefusal = ({ line, trace }: Refused, id: string, reader: Parameters<typeof render>[1]) => ({
    request_id: id,
    time: line.create_time,
    method: line.method,
    path: line.path,
    status: line.status_code,
    failure: trace.failure,
    rule: trace.rule === null ? null : render(trace.rule, reader),
    missing: toPermissions(
      [...new Set(trace.missing)].flatMap((key) => byKey().get(key) ?? []),
      reader,
    ),
  });
  return [
    route({
      ...common,
      path: '/cms/access/refusals/:id',
      access: mayReadLog,
      summary: message('refusalById'),
      answer: Type.Object({
        ...REFUSAL,
        message: Type.String(),
        user_id: idOrNobody,
        username: Type.String(),
        groups: Type.Array(Type.Object({ id: Type.Id(), name: Type.String() })),
      }),
      async handle({ reads }, { params: { id }, language }) {
        const refused = await findRefused(reads, id, () => true);
        const { line, trace } = refused;
        const { user_id, username } = line;
        const message = shownMessage(line, language());
        const groups = await groupsNamed(reads, trace);
        return { ...toRefusal(refused, id, language()), message, user_id, username, groups };
      },
    }),
    route({
      ...common,
      path: '/cms/user/refusals/:id',
      access: login,
      summary: message('ownRefusalById'),
      answer: Type.Object(REFUSAL),
      handle: async ({ reads, actor }, { params: { id }, language }) =>
        toRefusal(await findRefused(reads, id, (line) => isOf(actor, line)), id, language()),
    }),
  ];
}

interface Refused {
  readonly line: RecordOf<typeof log>;
  readonly trace: RefusalTrace;
}

/** A program sees only the requests of its own key. */
function isOf({ id, key }: Actor, line: RecordOf<typeof log>): boolean {
  return line.user_id === id && (key === undefined || line.key_id === key.id);
}

/** The latest refusal with this id among those that are the caller's to know. Throws if none is stored. */
async function findRefused(
  reads: Reads,
  id: string,
  isKnown: (line: RecordOf<typeof log>) => boolean,
): Promise<Refused> {
  const kept = await reads.where(refusal, (select) =>
    select.where('request_id', '=', id).orderBy('id', 'desc').limit(MOST_OF_AN_ID),
  );
  const ids = kept.map(({ log_id }) => log_id);
  const lines = ids.length > 0 ? await reads.where(log, (select) => select.where('id', 'in', ids)) : [];
  for (const { log_id, trace } of kept) {
    const line = lines.find((one) => one.id === log_id);
    if (line && isKnown(line)) return { line, trace: readTrace(trace) };
  }
  throw new AppError('recordNotFound', { detail: message('refusalNotKept') });
}

/** The groups that the actor was in, as far as they still exist. */
async function groupsNamed(reads: Reads, { groups }: RefusalTrace) {
  if (groups.length === 0) return [];
  return reads.where(group, (select) => select.where('id', 'in', groups.map(BigInt)).orderBy('id'));
}
