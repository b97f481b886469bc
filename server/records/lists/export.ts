import { isDeepStrictEqual } from 'node:util';
import { declaredColumn } from '../../../contract/column.ts';
import type { Format, Shape } from '../../../contract/index.ts';
import {
  csvCell,
  type Database,
  type Engine,
  type Raw,
  rowReader,
  type Sheet,
  type Statement,
  type TextForm,
} from '../../database/index.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { makeRequireIndex } from '../fulltext/index-state.ts';
import {
  always,
  Bindings,
  DISTANCE,
  inRange,
  keysetRanges,
  MINE,
  type Narrowing,
  Paths,
  Queries,
  readLocales,
  readMine,
  readNarrowing,
  readSelection,
  readSort,
  readZone,
  rightsWhereNamed,
  type Scope,
  type Showing,
  type Sort,
} from '../query/index.ts';
import type { ReadContext } from '../read-context.ts';
import type { Rights } from '../rights.ts';
import { fitIndexes } from './index-fit.ts';
import { pageStatement, shapeOf, shapeOfSort } from './page-query.ts';
import { makeTotals } from './totals.ts';

/** What a client asks of an export: which records and fields, in which order and format. */
export interface ExportRequest extends Narrowing, Pick<Showing, 'fields' | 'locale' | 'fallback'> {
  readonly format: Format;
  readonly sort?: string;
  readonly zone?: string;
  /** The separator of cells, where the file is for spreadsheets. */
  readonly sheet?: Sheet['separator'];
}

/** A number of records that grows while they are read. */
export interface ShownRecords {
  count: number;
}

/**
 * `see` is called before each chunk of records, so that a long export follows changes of the actor's rights; `shown` counts the
 * records.
 */
export type Export = (
  definition: Definition,
  request: ExportRequest,
  see: () => Promise<ReadContext>,
  shown?: ShownRecords,
) => AsyncGenerator<Uint8Array>;

/** The statement and form of one chunk, and the sort by which the next one continues. */
interface ExportChunk {
  readonly statement: Statement;
  readonly form: TextForm;
  readonly sort: Sort;
}

/** The most records that may be exported in an order without an index: each chunk sorts all of them again. */
const MOST_SORTED = 50_000;
/**
 * The most records of a chunk. It also ends when its text is long enough, so there are fewer if they are large; where the
 * engine reads all of them first, if they may be.
 */
const MOST_RECORDS = 2000;
const MOST_BYTES = 8_000_000;
const UNBOUNDED_BYTES = 125_000;

const aFlag = { type: 'boolean' } as const;
const utf8 = new TextEncoder();

/**
 * Exports of every collection, chunk by chunk, each continuing after the last record of the one before. Nothing is kept open
 * in between, so a slow reader costs nothing.
 */
export function makeExport(database: Database, catalogue: Catalogue): Export {
  const { engine } = database;
  const queries = new Queries(database);
  const requireIndex = makeRequireIndex(database);
  const requireQuick = makeRequireQuick(queries, catalogue);

  function nextStep(
    definition: Definition,
    request: ExportRequest,
    rights: Rights,
    last: Raw | undefined,
  ): ExportChunk {
    const bindings = new Bindings(engine);
    const locales = readLocales(catalogue.locales, request);
    const scope: Scope = { catalogue, rights, bindings, locales, isFlat: true };
    const { columns, counts, distances, mine } = readSelection(scope, definition, fieldsIn(request));
    const [computed] = [
      ...counts.map(({ name }) => `${name}.count`),
      ...distances.map((name) => `${name}.${DISTANCE}`),
    ];
    if (computed) throw badParameters({ fields: message('noReadableField', { name: computed, near: '' }) });
    const paths = new Paths(scope, definition, request);
    const sorting = { definition, rights: rightsWhereNamed(scope, definition, request), paths, locales };
    const sort = readSort(sorting, request.sort ?? '');
    const where = readNarrowing(scope, definition, request);
    const sorted = sort.map(({ column }) => column);
    const record = last && rowReader<Raw>(engine, shapeOfSort(sort))(last);
    const behind = record && sorted.map((column) => record[column]);
    const ranges = behind ? keysetRanges(sort, behind, bindings) : [always];
    const page = {
      definition,
      columns: [...new Set([...columns, ...sorted])],
      locales,
      sort,
      paths: paths.all,
      ...(mine && { flags: { [MINE]: readMine(scope, { eq: 'true' }, MINE) } }),
      ranges: ranges.map((range) => inRange(range, where)),
    };
    const size = recordsAtOnce(engine, shapeOf(definition, page.columns));
    const statement = pageStatement(queries, page, { ...bindings.values, size, skip: 0 });
    const exported = Object.entries({ ...shapeOf(definition, columns), ...(mine && { [MINE]: aFlag }) });
    const sheet = request.sheet && sheetOf(definition, request.sheet, request.zone);
    const form = { format: request.format, columns: exported, ...(sheet && { sheet }) };
    return { statement, form, sort };
  }

  return async function* exportRecords(definition, request, see, shown = { count: 0 }) {
    let context = await see();
    let step = nextStep(definition, request, context.rights, undefined);
    const begun = step.form;
    if (request.search !== undefined) await requireIndex(definition, context.version);
    await requireQuick(definition, step.sort, context);
    let chunk = await context.longReads.text(step.statement, begun);
    yield utf8.encode(opening(begun));
    if (request.format === 'json') chunk = { ...chunk, bytes: chunk.bytes.subarray(1) }; // the first record's comma
    while (chunk.last) {
      shown.count += chunk.count;
      yield chunk.bytes;
      context = await see();
      step = nextStep(definition, request, context.rights, chunk.last);
      if (step.form.columns.length !== begun.columns.length) throw new AppError('permissionMissing');
      const { last } = chunk;
      chunk = await context.longReads.text(step.statement, begun, { hasBegun: true });
      if (isDeepStrictEqual(chunk.last, last)) throw new Error(noProgress(definition));
    }
    if (request.format === 'json') yield utf8.encode('\n]\n');
  };
}

function fieldsIn({ fields = '' }: ExportRequest): Pick<Showing, 'fields'> {
  return { fields };
}

/** Throws if each chunk would sort too many records. */
function makeRequireQuick(queries: Queries, catalogue: Catalogue) {
  const totals = makeTotals(queries, async (_, { longReads }) => longReads);
  return async (definition: Definition, sort: Sort, { longReads }: ReadContext): Promise<void> => {
    if (fitIndexes(catalogue, definition, always, sort).isQuick) return;
    if ((await totals.all(longReads, definition, always, {})) > MOST_SORTED)
      throw badParameters({ sort: message('sortNeedsIndex', { max: MOST_SORTED }) });
  };
}

/** Only what a query answers may sort unlike values of its kind; the export would repeat it without end. */
function noProgress({ name }: Definition): string {
  return `the export of '${name}' does not go on: what it is sorted by does not fit the kind of its field`;
}

/** An empty cell becomes null where there may be none, and what a new record has elsewhere. */
function sheetOf({ fields }: Definition, separator: Sheet['separator'], zone: string | undefined): Sheet {
  const marked = Object.entries(fields).filter(([, { nullable, initial }]) => nullable || initial !== '');
  return { separator, zone: readZone(zone).name, emptyTexts: marked.map(([name]) => name) };
}

function opening({ format, columns, sheet }: TextForm): string {
  if (format === 'csv') return `${columns.map(([name]) => csvCell(name)).join(sheet?.separator)}\r\n`;
  return format === 'json' ? '[' : '';
}

/** Estimated from the bounds of the columns that are read, at four bytes a character; unbounded ones get a generous estimate. */
function recordsAtOnce({ streamsText }: Engine, columns: Shape): number {
  if (streamsText) return MOST_RECORDS;
  const bytes = Object.values(columns)
    .map(declaredColumn)
    .map((column) => {
      if (column.type === 'string') return 4 * column.length;
      return column.type === 'text' || column.type === 'json' || column.type === 'ids' ? UNBOUNDED_BYTES : 20;
    });
  const widest = bytes.reduce((sum, one) => sum + one, 0);
  return Math.max(10, Math.min(MOST_RECORDS, Math.floor(MOST_BYTES / widest)));
}
