import { Readable } from 'node:stream';
import { ACTIONS, DRAFT_ACTIONS, MEDIA_TYPES, PAST_ACTIONS, Type } from '../../../contract/index.ts';
import type { Door } from '../../access/door.ts';
import { csvCell } from '../../database/row-text.ts';
import { type Catalogue, superAdministrator } from '../../definitions/for-server.ts';
import { Bytes, parseId, type Route, route } from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import { guardFormulas, lazy } from '../../shared/index.ts';
import { extent, extentOfRecords } from './explanations.ts';
import { linesOfMatrix, type Matrix, matrixOf, type Offered, offeredBy } from './matrix.ts';
import { message } from './messages/message.ts';
import { findPerson, type Users } from './people.ts';

const uses = Object.fromEntries(
  [...ACTIONS, ...PAST_ACTIONS, ...DRAFT_ACTIONS].map((use) => [use, Type.Optional(extent)]),
);
const names = Type.Array(Type.String());

const answer = Type.Object({
  collections: Type.Array(
    Type.Object({
      collection: Type.String({ olderName: 'record' }),
      label: Type.String(),
      actions: Type.Object(uses),
      hidden_fields: names,
      partly_hidden_fields: names,
      fixed_fields: names,
      partly_fixed_fields: names,
    }),
    { olderName: 'records' },
  ),
  routes: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String(),
      summary: Type.String(),
      records: extentOfRecords,
    }),
  ),
});

const common = {
  method: 'GET',
  tag: message('accessTag'),
  access: superAdministrator,
  query: Type.Object({ user: Type.Optional(Type.String({ maxLength: 19 })) }),
  isTranslated: true,
} as const;

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const MARK = '\ufeff';

/**
 * What a user, or a caller who has not signed in, may do: every action of every collection, and every other route. Also as a file.
 */
export function matrixRoutes(catalogue: Catalogue, routes: readonly Route[], users: Users): Route[] {
  const offered = lazy(() => offeredBy(catalogue, routes));
  return [
    route({
      ...common,
      path: '/cms/access/matrix',
      summary: message('accessMatrix'),
      answer,
      handle: (door, { query, language }) =>
        findMatrix(door, { offered: offered(), users }, query.user, language()),
    }),
    route({
      ...common,
      path: '/cms/access/matrix/file',
      summary: message('accessMatrixFile'),
      produces: '*/*',
      async handle(door, { query, language }) {
        const headers = {
          'content-type': MEDIA_TYPES.csv,
          'content-disposition': 'attachment; filename="access.csv"',
          'cache-control': 'no-store',
        };
        const matrix = await findMatrix(door, { offered: offered(), users }, query.user, language());
        if (door.admission.method === 'HEAD') return new Bytes(200, headers);
        return new Bytes(200, headers, Readable.from([MARK + csvOf(matrix)], { objectMode: false }));
      },
    }),
  ];
}

async function findMatrix(
  { reads, admission: { switchedOff } }: Door,
  { offered, users }: { readonly offered: Offered; readonly users: Users },
  user: string | undefined,
  reader: Language,
): Promise<Matrix> {
  const id = user === undefined ? undefined : parseId(user, 'user');
  return matrixOf(offered, await findPerson(reads, users, id), { switchedOff, reader });
}

function csvOf(matrix: Matrix): string {
  const toLine = (cells: readonly string[]) => cells.map((one) => csvCell(guardFormulas(one))).join(',');
  return `${linesOfMatrix(matrix).map(toLine).join('\r\n')}\r\n`;
}
