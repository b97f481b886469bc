import { Type } from '../../contract/json-schema.ts';
import { getAsOf, pageAsOf } from '../access/as-of.ts';
import { created, done } from '../access/written.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { ListRequest } from '../records/list.ts';
import type { Showing } from '../records/selection.ts';
import { asOfParameter, readAsOf } from './as-of-query.ts';
import { listQuery, showingQuery } from './list-query.ts';
import { keysetPage, pageOf } from './paging.ts';
import { parseId } from './parse-id.ts';
import { bodySchema, idParams, shownSchema } from './record-schemas.ts';
import type { Route } from './route.ts';

/** The routes that every served record has: list, get, create, replace, patch, delete. */
export function recordRoutes(catalogue: Catalogue, definition: Definition): Route[] {
  const { path, access, label, codes, audit } = definition;
  if (!path || !access) return [];
  const one = `${path}/:id`;
  const common = { tag: label, family: 'content' } as const;
  const params = idParams(label);
  const shown = shownSchema(catalogue, definition);
  const idOf = (input: { params: Readonly<Record<string, string>> }) => parseId(input.params.id);
  const routes: Route[] = [
    {
      ...common,
      method: 'GET',
      path,
      access: access.read,
      summary: `${label}列表`,
      query: listQuery(catalogue, definition),
      answer: pageOf(shown),
      kind: 'contentPage',
      isRecallable: true,
      async handle(door, { query }) {
        const past = readAsOf(query);
        if (!past) return door.list(definition, query as ListRequest);
        const { items, next } = await pageAsOf(door, definition, past);
        return keysetPage(items, past.count, next);
      },
    },
    {
      ...common,
      method: 'GET',
      path: one,
      access: access.read,
      summary: `一个${label}`,
      answer: shown,
      isRecallable: true,
      query: Type.Object({ as_of: asOfParameter, ...showingQuery(catalogue, definition) }),
      handle(door, input) {
        const { as_of: time, ...showing } = input.query as { as_of?: number } & Showing;
        if (time === undefined) return door.get(definition, idOf(input), showing);
        if (audit !== 'full') throw badParameters({ as_of: '此记录不保留历史' });
        for (const other in showing) throw badParameters({ [other]: '不能与 as_of 一起使用' });
        return getAsOf(door, definition, idOf(input), time);
      },
    },
    {
      ...common,
      method: 'POST',
      path,
      access: access.create,
      summary: `新建${label}`,
      body: bodySchema(definition, true),
      handle: (door, { body }) =>
        door.write(async (writes) => {
          const id = await writes.create(definition, body as never);
          return created(codes.created, `新建${label}`, id, `${path}/${id}`);
        }),
    },
    {
      ...common,
      method: 'PUT',
      path: one,
      access: access.update,
      summary: `替换${label}`,
      body: bodySchema(definition, true),
      handle: (door, input) =>
        door.write(async (writes) => {
          await writes.replace(definition, idOf(input), input.body as never, door.mayTouch);
          return done(codes.updated, `更新${label} ${input.params.id}`);
        }),
    },
    {
      ...common,
      method: 'PATCH',
      path: one,
      access: access.update,
      summary: `修改${label}的字段`,
      body: bodySchema(definition, false),
      handle: (door, input) =>
        door.write(async (writes) => {
          await writes.update(definition, idOf(input), input.body as never, door.mayTouch);
          return done(codes.updated, `更新${label} ${input.params.id}`);
        }),
    },
    {
      ...common,
      method: 'DELETE',
      path: one,
      access: access.delete,
      summary: `删除${label}`,
      handle: (door, input) =>
        door.write(async (writes) => {
          await writes.remove(definition, idOf(input), door.mayTouch, door.claims('delete'));
          return done(codes.deleted, `删除${label} ${input.params.id}`);
        }),
    },
  ];
  return routes.map((route) => (route.path === one ? { ...route, params } : route));
}
