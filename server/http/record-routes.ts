import { Type } from '../../contract/json-schema.ts';
import { getAsOf, pageAsOf } from '../access/as-of.ts';
import { writeUpsert } from '../access/bulk.ts';
import type { Door } from '../access/door.ts';
import { created, done } from '../access/written.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { ListRequest } from '../records/list.ts';
import type { Use } from '../records/rights.ts';
import type { Showing } from '../records/selection.ts';
import { shownOf } from '../records/shown.ts';
import { keysOf } from '../records/upsert.ts';
import type { Terms } from '../records/writes.ts';
import { asOfParameter, readAsOf } from './as-of-query.ts';
import { conditionHeaders, etagOf, isConditional, requireConditions } from './etag.ts';
import type { Address } from './file-addresses.ts';
import { listQuery, showingQuery } from './list-query.ts';
import { keysetPage, pageOf } from './paging.ts';
import { parseId } from './parse-id.ts';
import { bodySchema, idParams, shownSchema } from './record-schemas.ts';
import type { Input, Route } from './route.ts';
import type { CompileSerialiser } from './serialising.ts';

/** PUT gives a row all its fields anew, PATCH those that are sent. */
const changeOf = { PUT: 'replace', PATCH: 'update' } as const;

/** The routes that every served record has: list, get, create, replace, patch, delete. */
export function recordRoutes(
  catalogue: Catalogue,
  definition: Definition,
  serialiserOf: CompileSerialiser,
  address: Address,
): Route[] {
  const { path, access, label, codes, audit } = definition;
  if (!path || !access) return [];
  const one = `${path}/:id`;
  const common = { tag: label, family: 'content' } as const;
  const params = idParams(label);
  const keys = keysOf(definition);
  const shown = shownSchema(catalogue, definition);
  const textOf = serialiserOf({ schema: shown });
  const addressed = address(definition);
  const idOf = (input: { params: Readonly<Record<string, string>> }) => parseId(input.params.id);
  /** What the request's conditions ask of a row. */
  const termsOf = async (door: Door, { headers }: Input, use: Use): Promise<Terms> => {
    if (!isConditional(headers)) return { uses: [use] };
    const { rights } = await door.reach(definition, 'read'); // nobody is to find out by guessing what he may not read
    return {
      uses: ['read', use],
      expect: (row) => requireConditions(headers, etagOf(textOf(shownOf(definition, rights, row)))),
    };
  };
  const changing = (method: 'PUT' | 'PATCH', summary: string): Route => ({
    ...common,
    method,
    path: one,
    headers: conditionHeaders,
    access: access.update,
    summary,
    body: bodySchema(definition, method === 'PUT'),
    async handle(door, input) {
      const terms = await termsOf(door, input, 'update');
      return door.write(async (writes) => {
        await writes[changeOf[method]](definition, idOf(input), input.body as never, terms);
        return done(codes.updated, `更新${label} ${input.params.id}`);
      });
    },
  });
  /** The same, of the row that holds the sent values of unique fields; made where there is none. */
  const upserting = (method: 'PUT' | 'PATCH', summary: string): Route => ({
    ...common,
    method,
    path,
    headers: conditionHeaders,
    query: Type.Object({ by: Type.String({ enum: keys }) }),
    access: access.update,
    summary,
    body: bodySchema(definition, true),
    handle: async (door, input) =>
      writeUpsert(door, definition, input.body, {
        by: String(input.query.by),
        change: changeOf[method],
        terms: await termsOf(door, input, 'update'),
        mustExist: input.headers['if-match'] !== undefined,
      }),
  });
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
        if (!past) {
          const page = await door.list(definition, query as ListRequest);
          return query.expand === undefined ? page : { ...page, items: page.items.map(addressed) };
        }
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
      isTagged: true,
      query: Type.Object({ as_of: asOfParameter, ...showingQuery(catalogue, definition) }),
      handle(door, input) {
        const { as_of: time, ...showing } = input.query as { as_of?: number } & Showing;
        if (time === undefined) {
          const row = door.get(definition, idOf(input), showing);
          return showing.expand === undefined ? row : row.then(addressed);
        }
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
      isRepeatable: true,
      handle: (door, { body }) =>
        door.write(async (writes) => {
          const id = await writes.create(definition, body as never);
          return created(codes.created, `新建${label}`, id, `${path}/${id}`);
        }),
    },
    changing('PUT', `替换${label}`),
    changing('PATCH', `修改${label}的字段`),
    ...(keys.length > 0
      ? [upserting('PUT', `按唯一字段新建或替换${label}`), upserting('PATCH', `按唯一字段新建或修改${label}`)]
      : []),
    {
      ...common,
      method: 'DELETE',
      path: one,
      headers: conditionHeaders,
      access: access.delete,
      summary: `删除${label}`,
      async handle(door, input) {
        const terms = await termsOf(door, input, 'delete');
        return door.write(async (writes) => {
          await writes.remove(definition, idOf(input), terms);
          return done(codes.deleted, `删除${label} ${input.params.id}`);
        });
      },
    },
  ];
  return routes.map((route) => (route.path === one ? { ...route, params } : route));
}
