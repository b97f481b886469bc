import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FORMATS, type Format, MEDIA_TYPES } from '../../../contract/formats.ts';
import { Type } from '../../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Door } from '../../access/door.ts';
import { created, done, type Written } from '../../access/written.ts';
import { type AccessRule, login } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { AppError, badParameters } from '../../errors.ts';
import { Bytes } from '../../http/bytes.ts';
import { keysetPage, keysetQuery, pageOf } from '../../http/paging.ts';
import { parseId } from '../../http/parse-id.ts';
import { idParams, itemSchema } from '../../http/record-schemas.ts';
import type { Input, Route } from '../../http/route.ts';
import { openIncoming } from '../../incoming.ts';
import { handOf } from './hand.ts';
import { type ImportRow, importRecord } from './import.record.ts';
import type { Jobs } from './jobs.ts';
import { Places } from './places.ts';
import { receiveFile } from './receive-file.ts';
import { reportOf } from './report.ts';
import { openRows } from './rows-of.ts';
import { beginImport, runImport } from './run-import.ts';
import { beginUndo, undoImport } from './undo-import.ts';

export interface ImportParts {
  readonly jobs: Jobs;
  /** The folder in which files arrive. */
  readonly incoming: string;
  readonly mostBytes: number;
}

const MOST = 4;
const MOST_EACH = 2;

const importQuery = Type.Object(
  {
    format: Type.Optional(Type.String({ enum: FORMATS, description: 'csv、jsonl 或 json；默认 csv' })),
    key: Type.Optional(Type.String({ maxLength: 40, description: 'id 或唯一字段：已有的记录会被更新' })),
    dry_run: Type.Optional(Type.Boolean({ description: '只检查，不写入' })),
    file: Type.Optional(Type.String({ maxLength: 255, description: '文件名，仅供查阅' })),
  },
  { additionalProperties: false },
);

/** For every served record: files of rows in, how far each is, what became of its rows, and the way back. */
export function importRoutes({ all }: Catalogue, parts: ImportParts): Route[] {
  const places = new Places(MOST, MOST_EACH);
  return all.flatMap((definition) => routesOf(definition, parts, places));
}

function routesOf(definition: Definition, parts: ImportParts, places: Places): Route[] {
  const { path, access, label } = definition;
  if (!path || !access) return [];
  const common = { tag: label, family: 'content' } as const;
  const mayImport = signedIn(access.create);
  const item = itemSchema(importRecord);
  const params = idParams('导入');
  const find = (door: Door, { params: { id } }: Input) => findImport(door, definition, parseId(id));
  return [
    {
      ...common,
      method: 'POST',
      path: `${path}/import`,
      access: mayImport,
      summary: `导入${label}：请求体为文件内容`,
      query: importQuery,
      accepts: '*/*',
      async handle(door, input) {
        const leave = places.take(door.actor.id);
        try {
          return await startImport(definition, parts, door, input, leave);
        } catch (error) {
          leave();
          throw error;
        }
      },
    },
    {
      ...common,
      method: 'GET',
      path: `${path}/import`,
      access: mayImport,
      summary: `${label}的导入，最新的在前`,
      query: keysetQuery,
      answer: pageOf(item),
      async handle(door, { query }) {
        const { count = DEFAULT_PAGE_SIZE, after } = query as { count?: number; after?: string };
        const last = after === undefined ? undefined : parseId(after, 'after');
        const found = await listImports(door, definition, count + 1, last);
        const items = found.slice(0, count);
        return keysetPage(items, count, found.length > count ? items.at(-1)?.id : undefined);
      },
    },
    {
      ...common,
      method: 'GET',
      path: `${path}/import/:id`,
      access: mayImport,
      summary: '一次导入的进度与结果',
      params,
      answer: item,
      handle: find,
    },
    {
      ...common,
      method: 'GET',
      path: `${path}/import/:id/report`,
      access: mayImport,
      summary: '一次导入中每一行的结果，每行一个 JSON 对象',
      params,
      produces: '*/*',
      async handle(door, input) {
        const { id } = await find(door, input);
        const headers = { 'content-type': MEDIA_TYPES.jsonl, 'cache-control': 'no-store' };
        const isHead = door.admission.method === 'HEAD';
        return new Bytes(200, headers, isHead ? undefined : Readable.from(reportOf(door.reads, id)));
      },
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/import/:id/undo`,
      access: signedIn(access.delete),
      summary: `撤销一次导入：删除它新建的${label}，恢复它更新的${label}`,
      params,
      async handle(door, input) {
        const { id } = await find(door, input);
        const hand = handOf(door);
        const begun = await beginUndo(hand, definition, id);
        parts.jobs.start((signal) => undoImport(hand, definition, begun, signal));
        return done(definition.codes.updated, `正在撤销导入 ${id}`);
      },
    },
  ];
}

/** What is imported must be somebody's; which rows he may make is asked when they are written. */
function signedIn(rule: AccessRule): AccessRule {
  if (rule.level === 'any') return { ...rule, rules: rule.rules.map(signedIn) };
  return rule.level === 'public' ? login : rule;
}

/** The file arrives whole and its beginning is read before anything is written; its rows follow behind the answer. */
async function startImport(
  definition: Definition,
  { incoming, mostBytes, jobs }: ImportParts,
  door: Door,
  { body, query }: Input,
  leave: () => void,
): Promise<Written> {
  const stream: unknown = body;
  if (!(stream instanceof Readable)) throw badParameters({ '': '请求体应为文件内容' });
  const { format = 'csv', key, dry_run = false, file = '' } = query as Partial<Asked>;
  const folder = await openIncoming(incoming);
  const place = join(folder.path, 'rows');
  let kept: Readable | undefined;
  try {
    const { size, sha256 } = await receiveFile(stream, place, mostBytes);
    kept = createReadStream(place);
    const rows = await openRows(definition, format, kept);
    const request = { definition, file, format, size, sha256, key, isDryRun: dry_run };
    const hand = handOf(door);
    const begun = await beginImport(hand, request);
    jobs.start(async (signal) => {
      await runImport(hand, request, begun, rows, signal)
        .finally(leave)
        .finally(() => folder.remove());
    });
    return created(
      definition.codes.created,
      `导入${definition.label}`,
      begun.id,
      `${definition.path}/import/${begun.id}`,
    );
  } catch (error) {
    kept?.destroy();
    await folder.remove();
    throw error;
  }
}

interface Asked {
  readonly format: Format;
  readonly key: string;
  readonly dry_run: boolean;
  readonly file: string;
}

/** People find their own imports; super administrators find all. */
async function findImport({ reads, actor }: Door, { name }: Definition, id: bigint): Promise<ImportRow> {
  const row = await reads.find(importRecord, id);
  if (row?.record !== name || !(actor.isSuper || row.create_user_id === actor.id))
    throw new AppError('recordNotFound');
  return row;
}

function listImports(
  { reads, actor }: Door,
  { name }: Definition,
  count: number,
  last: bigint | undefined,
): Promise<ImportRow[]> {
  return reads.where(importRecord, (select) => {
    let rows = select.where('record', '=', name);
    if (!actor.isSuper) rows = rows.where('create_user_id', '=', actor.id);
    if (last !== undefined) rows = rows.where('id', '<', last);
    return rows.orderBy('id', 'desc').limit(count);
  });
}
