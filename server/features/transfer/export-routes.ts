import { Readable } from 'node:stream';
import { FORMATS, MEDIA_TYPES } from '../../../contract/formats.ts';
import { Type } from '../../../contract/json-schema.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { Bytes } from '../../http/bytes.ts';
import { narrowingQuery, showingQuery } from '../../http/list-query.ts';
import type { Route } from '../../http/route.ts';
import type { ExportRequest } from '../../records/export.ts';
import { Places } from './places.ts';

const MOST = 16;
const MOST_EACH = 4;
/** Whoever takes nothing for so long has gone. */
const PATIENCE_MS = 60_000;
/** The mark by which spreadsheets know UTF-8. */
const MARK = '\ufeff';

/** For every served record: all rows that the caller may see, as a file that is written while it is read. */
export function exportRoutes(catalogue: Catalogue): Route[] {
  const places = new Places(MOST, MOST_EACH);
  return catalogue.all.flatMap((definition) => exportRoute(catalogue, definition, places));
}

function exportRoute(catalogue: Catalogue, definition: Definition, places: Places): Route[] {
  const { path, access, label, name } = definition;
  if (!path || !access) return [];
  const { fields } = showingQuery(catalogue, definition);
  return [
    {
      method: 'GET',
      path: `${path}/export`,
      access: access.read,
      summary: `导出${label}`,
      tag: label,
      family: 'content',
      query: Type.Object(
        {
          format: Type.Optional(Type.String({ enum: FORMATS, description: 'csv、jsonl 或 json；默认 csv' })),
          bom: Type.Optional(Type.Boolean({ description: '以字节序标记开头，供电子表格识别；只用于 csv' })),
          sort: Type.Optional(Type.String({ maxLength: 200, description: '默认按 id' })),
          ...(fields && { fields }),
          ...narrowingQuery(definition),
        },
        { additionalProperties: false },
      ),
      produces: '*/*',
      async handle(door, { query, from }) {
        const { format = 'csv', bom = false, ...rest } = query as Partial<ExportRequest> & { bom?: boolean };
        if (bom && format !== 'csv') throw badParameters({ bom: '只用于 csv' }); // RFC 8259: JSON begins with none
        const headers = {
          'content-type': MEDIA_TYPES[format],
          'content-disposition': `attachment; filename="${name}.${format}"`,
          'cache-control': 'no-store',
        };
        if (door.admission.method === 'HEAD') return new Bytes(200, headers);
        const leave = places.take(door.actor.id || from.address);
        const portions = door.export(definition, { ...rest, format });
        return new Bytes(200, headers, await begin(portions, bom ? MARK : '', leave));
      },
    },
  ];
}

/** Reads the first rows before anything is answered, so that what cannot be exported is told as an error. */
async function begin(
  portions: AsyncGenerator<Uint8Array>,
  mark: string,
  leave: () => void,
): Promise<Readable> {
  try {
    const first = await portions.next();
    const stream = Readable.from(chunks(mark, first, portions), { objectMode: false });
    return whileRead(stream).once('close', leave);
  } catch (error) {
    leave();
    throw error;
  }
}

async function* chunks(mark: string, first: IteratorResult<Uint8Array>, rest: AsyncIterable<Uint8Array>) {
  yield Buffer.concat([Buffer.from(mark), first.value ?? new Uint8Array()]);
  yield* rest;
}

/** Ends a stream that nobody takes anything of. */
function whileRead(stream: Readable): Readable {
  let patience: NodeJS.Timeout | undefined;
  const giveUp = () => stream.destroy(new Error('an export was not read on'));
  return stream
    .on('pause', () => {
      clearTimeout(patience);
      patience = setTimeout(giveUp, PATIENCE_MS);
    })
    .on('resume', () => clearTimeout(patience))
    .on('close', () => clearTimeout(patience));
}
