import type { Format } from '../../../contract/formats.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { csvRows } from './csv-rows.ts';
import { jsonArrayRows, jsonLineRows } from './json-rows.ts';
import type { SourceRow } from './source-row.ts';

/** The rows of a file. The first is read at once, so that a file of another format is refused early. */
export async function openRows(
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): Promise<AsyncGenerator<SourceRow>> {
  const rows = rowsOf(definition, format, bytes);
  const first = await rows.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* rows;
  })();
}

function rowsOf(
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRow> {
  switch (format) {
    case 'csv':
      return csvRows(definition, bytes);
    case 'jsonl':
      return jsonLineRows(bytes);
    case 'json':
      return jsonArrayRows(bytes);
  }
}
