import type { Format } from '../../../../contract/formats.ts';
import type { Catalogue, Definition } from '../../../definitions/for-server.ts';
import type { SourceRecord } from '../../../records/sent-records/source-record.ts';
import { csvRecords } from './csv-records.ts';
import { jsonArrayRecords, jsonLineRecords } from './json-records.ts';

/** The records of a file. The first is read at once, so that a file of another format is refused early. */
export async function openRecords(
  catalogue: Catalogue,
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): Promise<AsyncGenerator<SourceRecord>> {
  const records = recordsOf(catalogue, definition, format, bytes);
  const first = await records.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* records;
  })();
}

function recordsOf(
  catalogue: Catalogue,
  definition: Definition,
  format: Format,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRecord> {
  switch (format) {
    case 'csv':
      return csvRecords(catalogue, definition, bytes);
    case 'jsonl':
      return jsonLineRecords(bytes);
    case 'json':
      return jsonArrayRecords(bytes);
  }
}
