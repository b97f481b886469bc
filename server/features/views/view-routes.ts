import { type JsonSchema, Type, type TypeOf } from '../../../contract/json-schema.ts';
import { type Actor, created, type Door, done, group, success } from '../../access/index.ts';
import { type Catalogue, login } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { bodyId, idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Json } from '../../shared/json.ts';
import { message } from './messages/message.ts';
import { SCOPES, type View, view } from './view.collection.ts';
import { isEditable, isShown, ownerOrManager, requireSharing, scopesOf } from './view-access.ts';

/** The most views that one user may keep, and that one list answers. */
const MOST_OWN = 200;
const MOST_LISTED = 1000;

const common = { tag: message('viewsTag') } as const;

/** Anything that a client wants to keep; its field bounds it. */
const state: JsonSchema<Json> = { about: message('viewState') };
const changes = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  scope: Type.Optional(Type.String({ enum: SCOPES, about: message('viewScope') })),
  group_id: Type.Optional(bodyId),
  state: Type.Optional(state),
};
const newView = Type.Object({
  ...changes,
  collection: Type.String({ minLength: 1, maxLength: 40, olderName: 'record' }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
});
const changedView = Type.Object(changes);

const shownView = Type.Object({
  id: Type.Id(),
  collection: Type.String({ olderName: 'record' }),
  name: Type.String(),
  scope: Type.String({ enum: SCOPES, about: message('viewScope') }),
  group_id: Type.Nullable(Type.Id()),
  state: {},
  mine: Type.Boolean(),
  editable: Type.Boolean({ about: message('viewEditable') }),
  create_time: Type.Integer(),
  update_time: Type.Integer(),
});

/** Saved views of collections' records: those of the caller, of their groups and of everybody. */
export function viewRoutes(catalogue: Catalogue): Route[] {
  return [listRoute(catalogue), createRoute(catalogue), changeRoute, deleteRoute];
}

function listRoute(catalogue: Catalogue): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/view',
    access: login,
    summary: message('listViews'),
    query: Type.Object({ collection: Type.Optional(Type.String({ maxLength: 40, olderName: 'record' })) }),
    answer: Type.Object({
      items: Type.Array(shownView),
      scopes: Type.Array(Type.String({ enum: SCOPES }), { about: message('viewScopes') }),
    }),
    async handle(door, { query }) {
      const { actor } = door;
      const collections = readableCollections(catalogue, door).filter(
        (name) => query.collection === undefined || name === query.collection,
      );
      const records = collections.length > 0 ? await viewsOf(door, collections) : [];
      const items = records.filter((record) => isShown(record, actor)).map((record) => shown(record, actor));
      return { items, scopes: [...scopesOf(actor)] };
    },
  });
}

function createRoute(catalogue: Catalogue): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/view',
    access: login,
    summary: message('createView'),
    body: newView,
    answerFields: newRecord,
    handle(door, { body }) {
      const { collection, name, state = null } = body;
      if (!readableCollections(catalogue, door).includes(collection))
        throw badParameters({ collection: message('noSuchCollection') });
      return door.write(async (writes) => {
        const shared = await sharedWith(writes, body, door.actor);
        const own = await writes.count(view, (select) => select.where('create_user_id', '=', door.actor.id));
        if (own >= MOST_OWN) throw badParameters({ name: message('tooManyViews', { max: MOST_OWN }) });
        const id = await writes.create(view, { collection, name, state, ...shared });
        return created(success.done, message('viewCreated', { name }), id, `/cms/view/${id}`);
      });
    },
  });
}

const changeRoute = route({
  ...common,
  method: 'PATCH',
  path: '/cms/view/:id',
  access: ownerOrManager,
  summary: message('changeView'),
  params: idInPath,
  body: changedView,
  handle: (door, { params, body }) =>
    door.write(async (writes) => {
      const record = await getEditable(writes, parseId(params.id), door.actor);
      const isShared = body.scope !== undefined || body.group_id !== undefined;
      const shared = isShared ? await sharedWith(writes, { ...record, ...body }, door.actor) : {};
      const { name = record.name, state = record.state } = body;
      await writes.update(view, record.id, { name, state, ...shared });
      return done(success.done, message('viewChanged', { name }));
    }),
});

const deleteRoute = route({
  ...common,
  method: 'DELETE',
  path: '/cms/view/:id',
  access: ownerOrManager,
  summary: message('deleteView'),
  params: idInPath,
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, name } = await getEditable(writes, parseId(params.id), door.actor);
      await writes.remove(view, id);
      return done(success.deleted, message('viewDeleted', { name }));
    }),
});

/** Collections whose records the caller may read; and the server's own, whose lists have rules of their own. */
function readableCollections({ all, queries }: Catalogue, { admission, actor }: Door): string[] {
  const rights = admission.rightsOf(actor);
  return [...all, ...queries]
    .filter((one) => !one.access || rights.records(one, 'read') !== 'none')
    .map(({ name }) => name);
}

function viewsOf({ reads, actor }: Door, collections: readonly string[]): Promise<View[]> {
  return reads.where(view, (select) =>
    select
      .where('collection', 'in', collections)
      .where((e) => e.or([e('create_user_id', '=', actor.id), e('scope', '<>', 'mine')]))
      .orderBy('name')
      .orderBy('id')
      .limit(MOST_LISTED),
  );
}

type Shared = Pick<View, 'scope' | 'group_id'>;

/** The wanted scope of a view, if the actor may give it. Only a group's view names a group. */
async function sharedWith(
  writes: Writes,
  {
    scope = 'mine',
    group_id = null,
  }: Partial<Pick<TypeOf<typeof newView>, 'scope'>> & { readonly group_id?: bigint | null },
  actor: Actor,
): Promise<Shared> {
  const shared: Shared = { scope, group_id: scope === 'group' ? group_id : null };
  if (scope === 'group' && group_id === null) throw badParameters({ group_id: message('missing') });
  requireSharing(shared, actor);
  if (shared.group_id !== null && !(await writes.find(group, shared.group_id)))
    throw badParameters({ group_id: message('noSuchGroup') });
  return shared;
}

/** A view that is not shown to the actor is not found. */
async function getEditable(writes: Writes, id: bigint, actor: Actor): Promise<View> {
  const record = await writes.find(view, id);
  if (!record || !isShown(record, actor) || !isEditable(record, actor)) throw new AppError('recordNotFound');
  return record;
}

function shown(record: View, actor: Actor) {
  return { ...record, mine: record.create_user_id === actor.id, editable: isEditable(record, actor) };
}
