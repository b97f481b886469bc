// Nothing here runs: the compiler checks it.
import { Type, type TypeOf } from '../../contract/json-schema.ts';
import { everyone } from '../../server/definitions/index.ts';
import { bodyId, linQuery } from '../../server/http/paging.ts';
import { type Route, route } from '../../server/http/route.ts';

const common = { method: 'POST', tag: 'x', access: everyone, summary: 'x' } as const;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [N in keyof T]: T[N] };
function same<A, B>(_: Same<Flat<A>, Flat<B>>): void {}

const body = Type.Object({
  title: Type.String({ maxLength: 50 }),
  kind: Type.String({ enum: ['draft', 'live'] }),
  author: Type.Optional(bodyId),
  note: Type.Optional(Type.Nullable(Type.String())),
  tags: Type.Array(Type.Integer()),
});
same<
  TypeOf<typeof body>,
  {
    readonly title: string;
    readonly kind: 'draft' | 'live';
    readonly author?: bigint;
    readonly note?: string | null;
    readonly tags: readonly number[];
  }
>(true);

Type.String({ format: 'decimal' });
Type.Integer({ format: 'int64' });
// @ts-expect-error a format that nothing checks
Type.String({ format: 'email' });
// @ts-expect-error nor inside an object
Type.Object({ address: Type.Optional(Type.String({ maxLength: 100, format: 'uri' })) });

const query = linQuery({ keyword: Type.Optional(Type.String()), exact: Type.Boolean() });
same<
  TypeOf<typeof query>,
  { readonly page?: number; readonly count?: number; readonly keyword?: string; readonly exact: boolean }
>(true);

route({
  ...common,
  path: '/cms/things/:id',
  params: Type.Object({ id: Type.String() }),
  query,
  body,
  async handle(_, { params, query, body }) {
    same<
      { id: typeof params.id; keyword: typeof query.keyword },
      { id: string; keyword: string | undefined }
    >(true);
    // @ts-expect-error no such parameter in the path
    params.name;
    // @ts-expect-error no such parameter in the query
    query.size;
    // @ts-expect-error no such field in the body
    body.titel;
    // @ts-expect-error a field that may be missing
    body.author + 1n;
    return body.title;
  },
});

route({
  ...common,
  path: '/cms/things',
  async handle(_, { params, query, body }) {
    // @ts-expect-error a path without a schema has no parameters
    params.id;
    // @ts-expect-error nor has a query
    query.page;
    // @ts-expect-error nor a body
    body.title;
  },
});

const plain: Route = {
  ...common,
  path: '/cms/things',
  body,
  // @ts-expect-error only route() ties a handler's input to the schemas
  async handle(_, { body }: { body: TypeOf<typeof body> }) {
    return body.title;
  },
};
void plain;
