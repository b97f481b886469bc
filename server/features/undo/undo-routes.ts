import {
  type Door,
  knownUsers,
  mayUndoOthers,
  orSuper,
  trialBounds,
  undoOthers,
  visibleLines,
} from '../../access/index.ts';
import { type AccessRule, type Catalogue, login, ownRecords } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import {
  afterId,
  idParams,
  keysetPage,
  keysetQuery,
  knownUser,
  newRecord,
  pageOf,
  parseId,
  type Route,
  readKeyset,
  route,
  Type,
} from '../../http/index.ts';
import { type Language, render } from '../../messages/index.ts';
import {
  countOutcomes,
  countUndone,
  inPresentWords,
  type RecordStore,
  UNDO_OUTCOMES,
  type UndoLine,
} from '../../records/index.ts';
import { fromJson } from '../../shared/index.ts';
import { applyUndo, previewUndo, readReport } from './apply-undo.ts';
import { type AskedScope, askedScope } from './asked-scope.ts';
import { message } from './messages/message.ts';
import { type UndoRecord, undoCollection } from './undo.collection.ts';

/** The most records in a preview; records that are left unchanged come first. */
const MOST_LISTED = 200;

/** Everybody may undo their own changes; the permission extends to those of others. */
const access: AccessRule = { level: 'any', rules: [ownRecords(login), undoOthers] };
const common = { tag: message('undoTag') } as const;
const params = idParams(message('undoLabel'));

const counts = Object.fromEntries(UNDO_OUTCOMES.map((outcome) => [outcome, Type.Integer()]));

const line = Type.Object({
  collection: Type.String({ olderName: 'record' }),
  version: Type.Optional(Type.String({ enum: ['draft'] })),
  id: Type.Id(),
  key: Type.Optional(Type.String()),
  outcome: Type.String({ enum: UNDO_OUTCOMES }),
  fields: Type.Optional(Type.Array(Type.String())),
  left: Type.Optional(Type.Array(Type.String())),
  reason: Type.Optional(Type.String()),
});

const preview = Type.Object({
  expected: Type.Integer({ about: message('undoExpected') }),
  ...counts,
  collections: Type.Array(Type.Object({ collection: Type.String({ olderName: 'record' }), ...counts }), {
    olderName: 'records',
  }),
  records: Type.Array(line, { olderName: 'rows' }),
  more: Type.Boolean({ about: message('undoMore') }),
});

const shownUndo = Type.Object({
  id: Type.Id(),
  create_time: Type.Integer(),
  by: Type.Nullable(knownUser),
  user: Type.Nullable(knownUser),
  asked: Type.Object(askedScope),
  request_id: Type.String(),
  ...counts,
});

/** The routes to preview an undo, to do it, and to list past ones. */
export function undoRoutes({ catalogue }: Pick<RecordStore, 'catalogue'>): Route[] {
  const bounds = trialBounds();
  return [
    route({
      ...common,
      method: 'POST',
      path: '/cms/undo/preview',
      access,
      summary: message('previewUndo'),
      body: Type.Object(askedScope, { additionalProperties: false }),
      answer: preview,
      isTranslated: true,
      isLimited: true,
      refusesIdempotencyKeys: true,
      async handle(door, { body, language }) {
        const lines = await bounds.preview(door, mayUndoOthers(door), () =>
          previewUndo(door, catalogue, body),
        );
        return shownPreview(lines, language());
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/cms/undo',
      access,
      summary: message('applyUndo'),
      body: Type.Object(
        { ...askedScope, expected: Type.Integer({ minimum: 0, about: message('undoExpected') }) },
        { additionalProperties: false },
      ),
      answerFields: newRecord,
      isLimited: true,
      handle: (door, { body: { expected, ...asked } }) =>
        bounds.run(door, () => applyUndo(door, catalogue, asked, expected)),
    }),
    listRoute,
    showRoute,
    recordsRoute(catalogue),
  ];
}

const listRoute = route({
  ...common,
  method: 'GET',
  path: '/cms/undo',
  access: login,
  summary: message('listUndos'),
  query: keysetQuery,
  answer: pageOf(shownUndo),
  async handle(door, { query }) {
    const { count, after } = readKeyset(query, afterId);
    const { reads, actor } = door;
    const found = await reads.where(undoCollection, (select) => {
      const mine = actor.isSuper ? select : select.where('create_user_id', '=', actor.id);
      const older = after === undefined ? mine : mine.where('id', '<', after);
      return older.orderBy('id', 'desc').limit(count + 1);
    });
    const items = await shownUndos(door, found.slice(0, count));
    return keysetPage(items, count, found.length > count ? items.at(-1)?.id : undefined);
  },
});

const showRoute = route({
  ...common,
  method: 'GET',
  path: '/cms/undo/:id',
  access: login,
  summary: message('showUndo'),
  params,
  answer: shownUndo,
  handle: async (door, { params: { id } }) => (await shownUndos(door, [await ownUndo(door, id)]))[0],
});

function recordsRoute(catalogue: Catalogue): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/undo/:id/records',
    olderPath: '/cms/undo/:id/rows',
    access: login,
    summary: message('undoRecords'),
    params,
    query: keysetQuery,
    answer: pageOf(line),
    isTranslated: true,
    async handle(door, { params: { id }, query, language }) {
      const { count, after = 0n } = readKeyset(query, afterId);
      const all = readReport(await ownUndo(door, id));
      const end = Number(after) + count;
      const seen = await visibleLines(door, catalogue, all.slice(Number(after), end));
      return keysetPage(seen.map(inWords(language())), count, end < all.length ? end : undefined);
    },
  });
}

/** People find their own; super administrators find all. */
async function ownUndo({ reads, actor }: Door, id: string): Promise<UndoRecord> {
  const record = await reads.find(undoCollection, parseId(id));
  if (!record || !(actor.isSuper || record.create_user_id === actor.id)) throw new AppError('recordNotFound');
  return record;
}

async function shownUndos({ reads, actor }: Door, records: readonly UndoRecord[]) {
  const ids = records.flatMap(({ create_user_id, user_id }) => [create_user_id, user_id ?? create_user_id]);
  const known = await knownUsers(reads, actor, orSuper(undoOthers), ids);
  return records.map((record) => ({
    ...record,
    by: known(record.create_user_id),
    user: record.user_id === null ? null : known(record.user_id),
    asked: inPresentWords(fromJson<AskedScope>(record.asked)),
  }));
}

function shownPreview(lines: readonly UndoLine[], language: Language) {
  const byCollection = Map.groupBy(lines, ({ collection }) => collection);
  const leftFirst = lines.toSorted(
    (one, other) => Number(other.outcome === 'left') - Number(one.outcome === 'left'),
  );
  return {
    expected: countUndone(lines),
    ...countOutcomes(lines),
    collections: [...byCollection].map(([collection, some]) => ({ collection, ...countOutcomes(some) })),
    records: leftFirst.slice(0, MOST_LISTED).map(inWords(language)),
    more: lines.length > MOST_LISTED,
  };
}

function inWords(language: Language) {
  return ({ reason, ...rest }: UndoLine) => ({
    ...rest,
    ...(reason !== undefined && { reason: render(reason, language) }),
  });
}
