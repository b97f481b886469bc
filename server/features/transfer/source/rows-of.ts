import type { Format } from '../../../../contract/formats.ts';
import type { Catalogue } from '../../../definitions/catalogue.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { SourceRow } from '../../../records/sent-rows/source-row.ts';
import { csvRows } from './csv-rows.ts';
import { jsonArrayRows, jsonLineRows } from './json-rows.ts';

/** The rows of a file. The first is read at once, so that a file of another format is refused early. */
export async function openRows(
  catalogue: Catalogue,
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): Promise<AsyncGenerator<SourceRow>> {
  const rows = rowsOf(catalogue, definition, format, bytes);
  const first = await rows.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* rows;
  })();
}

function rowsOf(
  catalogue: Catalogue,
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRow> {
  switch (format) {
    case 'csv':
      return csvRows(catalogue, definition, bytes);
    case 'jsonl':
      return jsonLineRows(bytes);
    case 'json':
      return jsonArrayRows(bytes);
  }
}
