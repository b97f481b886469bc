import type { Format } from '../../contract/formats.ts';
import type { Database } from '../database/database.ts';
import type { Raw, TextForm } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import { csvCell } from '../database/row-text.ts';
import type { Statement } from '../database/statement.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError, badParameters } from '../errors.ts';
import { Bindings } from './bindings.ts';
import { allOf, always } from './condition.ts';
import { stretchesBehind } from './cursor.ts';
import { fitIndexes } from './index-fit.ts';
import { type Narrowing, readNarrowing } from './narrowing.ts';
import { pageStatement, shapeOf } from './page-query.ts';
import { Queries } from './queries.ts';
import type { Rights } from './rights.ts';
import type { Scope } from './scope.ts';
import { readSelection, type Showing } from './selection.ts';
import { readSort, type Sort } from './sort.ts';
import { makeTotals } from './totals.ts';

/** What is asked of an export: which rows, in which order, which of their fields, and how they are written. */
export interface ExportRequest extends Narrowing, Pick<Showing, 'fields'> {
  readonly format: Format;
  readonly sort?: string;
}

/** `see` is asked before each portion of rows, so that what an export may show follows what its asker may see. */
export type Export = (
  definition: Definition,
  request: ExportRequest,
  see: () => Promise<Rights>,
) => AsyncGenerator<Uint8Array>;

/** What reads and writes one portion, and the order in which the next one follows. */
interface Step {
  readonly statement: Statement;
  readonly form: TextForm;
  readonly sort: Sort;
}

/** So many rows may be exported in an order that no index has: each portion sorts all of them anew. */
const MOST_SORTED = 50_000;
/** The most rows of a portion; fewer where they may be large. A portion ends sooner where its text is long enough. */
const MOST_ROWS = 2000;
const MOST_BYTES = 8_000_000;
const UNBOUNDED_BYTES = 125_000;

const utf8 = new TextEncoder();

/**
 * Exports of every record, portion by portion, each read behind the last row of the one before. Nothing is held in
 * between, so an export may take as long as its reader does.
 */
export function makeExport(database: Database, catalogue: Catalogue): Export {
  const { engine, longReads } = database;
  const queries = new Queries(database);
  const totals = makeTotals(database, queries);

  function nextStep(
    definition: Definition,
    request: ExportRequest,
    rights: Rights,
    last: Raw | undefined,
  ): Step {
    const bindings = new Bindings(engine);
    const scope: Scope = { catalogue, rights, bindings };
    const { columns } = readSelection(scope, definition, { fields: request.fields ?? '' });
    const sort = readSort(definition, request.sort ?? '', rights);
    const where = readNarrowing(scope, definition, request);
    const sorted = sort.map(({ column }) => column);
    const row = last && rowReader<Raw>(engine, shapeOf(definition, sorted))(last);
    const behind = row && sorted.map((column) => row[column]);
    const stretches = behind ? stretchesBehind(definition, sort, behind, bindings) : [always];
    const page = {
      definition,
      columns: [...new Set([...columns, ...sorted])],
      sort,
      stretches: stretches.map((stretch) => allOf([where, stretch])),
    };
    const values = { ...bindings.values, size: rowsAtOnce(definition), skip: 0 };
    const form = { format: request.format, columns: Object.entries(shapeOf(definition, columns)) };
    return { statement: pageStatement(queries, page, values), form, sort };
  }

  async function requireQuick(definition: Definition, sort: Sort): Promise<void> {
    if (fitIndexes(catalogue, definition, always, sort).isQuick) return;
    if ((await totals.all(longReads, definition, always, {})) > MOST_SORTED)
      throw badParameters({ sort: `记录超过 ${MOST_SORTED} 条时，只能按有索引的字段排序` });
  }

  return async function* exportRows(definition, request, see) {
    let step = nextStep(definition, request, await see(), undefined);
    const begun = step.form;
    await requireQuick(definition, step.sort);
    let portion = await longReads.text(step.statement, begun);
    yield utf8.encode(opening(begun));
    if (request.format === 'json') portion = { ...portion, bytes: portion.bytes.subarray(1) }; // the first row's comma
    while (portion.last) {
      yield portion.bytes;
      step = nextStep(definition, request, await see(), portion.last);
      if (step.form.columns.length !== begun.columns.length) throw new AppError('permissionMissing');
      portion = await longReads.text(step.statement, begun);
    }
    if (request.format === 'json') yield utf8.encode('\n]\n');
  };
}

function opening({ format, columns }: TextForm): string {
  if (format === 'csv') return `${columns.map(([name]) => csvCell(name)).join()}\r\n`;
  return format === 'json' ? '[' : '';
}

/** By the columns' bounds, in the longest form of UTF-8; what has none is counted as long as such values seldom are. */
function rowsAtOnce({ columns }: Definition): number {
  const bytes = Object.values(columns).map((column) => {
    if (column.type === 'string') return 4 * column.length;
    return column.type === 'text' || column.type === 'json' || column.type === 'ids' ? UNBOUNDED_BYTES : 20;
  });
  const widest = bytes.reduce((sum, one) => sum + one, 0);
  return Math.max(10, Math.min(MOST_ROWS, Math.floor(MOST_BYTES / widest)));
}
