import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { operatorsHand } from '../features/transfer/hand.ts';
import { type ImportRow, importRecord } from '../features/transfer/import.record.ts';
import { reportOf } from '../features/transfer/report.ts';
import { openRows } from '../features/transfer/rows-of.ts';
import { beginImport, runImport } from '../features/transfer/run-import.ts';
import { beginUndo, undoImport } from '../features/transfer/undo-import.ts';
import type { Records } from '../records/records.ts';
import { type Command, Misuse } from './command.ts';
import { formatNamed, recordNamed } from './record-named.ts';
import { withServer } from './with-server.ts';

const PROGRESS_MS = 1000;

export const importFile: Command = {
  usage:
    '<record> <file> [--format csv|jsonl|json] [--key <unique field or id>] [--dry-run] | --undo <import> | --report <import>',
  summary:
    'makes rows of a file, or with a key updates those that are there; the same file once more goes on where it was cut off',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        key: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        undo: { type: 'string' },
        report: { type: 'string' },
      },
    });
    const [name, file] = positionals;
    await withServer(async ({ records }) => {
      try {
        if (values.undo !== undefined) return await undoOne(records, readId(values.undo));
        if (values.report !== undefined) return await tellReport(records, readId(values.report));
        if (name === undefined || file === undefined || positionals.length > 2)
          throw new Misuse('import what into which record?');
        await importOne(records, name, file, values);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        console.error(error.text);
        process.exitCode = 1;
      }
    });
  },
};

interface Options {
  readonly format?: string | undefined;
  readonly key?: string | undefined;
  readonly 'dry-run': boolean;
}

async function importOne(records: Records, name: string, file: string, options: Options): Promise<void> {
  const definition = recordNamed(records.catalogue, name);
  const format = formatNamed(options.format ?? extname(file).slice(1));
  const { size } = await stat(file).catch((cause: Error) => {
    throw new Misuse(`${file}: cannot be read (${cause.message})`);
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const rows = await openRows(definition, format, createReadStream(file));
  const hand = operatorsHand(records);
  const request = {
    definition,
    format,
    file: basename(file),
    size,
    sha256: hash.digest('hex'),
    key: options.key,
    isDryRun: options['dry-run'],
  };
  const begun = await beginImport(hand, request);
  const from = begun.line > 0 ? `, going on behind line ${begun.line}` : '';
  console.error(`${request.isDryRun ? 'Dry run' : 'Import'} ${begun.id}${from}`);
  const run = runImport(hand, request, begun, rows, new AbortController().signal);
  await told(records, begun, run);
}

async function undoOne(records: Records, id: bigint): Promise<void> {
  const found = await records.reads.find(importRecord, id);
  if (!found) throw new Misuse(`there is no import ${id}`);
  const definition = recordNamed(records.catalogue, found.record);
  const hand = operatorsHand(records);
  const begun = await beginUndo(hand, definition, id);
  await told(records, begun, undoImport(hand, definition, begun, new AbortController().signal));
}

async function tellReport(records: Records, id: bigint): Promise<void> {
  for await (const lines of reportOf(records.reads, id)) process.stdout.write(lines);
}

/** Says every second how far it is, and at the end what became of the rows; ends with 1 where not all was done. */
async function told(records: Records, { id }: ImportRow, work: Promise<ImportRow>): Promise<void> {
  const progress = setInterval(async () => {
    const row = await records.reads.find(importRecord, id);
    if (row) process.stderr.write(`\r${summary(row)} `);
  }, PROGRESS_MS);
  const last = await work.finally(() => clearInterval(progress));
  console.error(`\r${summary(last)}`);
  if (last.refused + last.kept > 0) {
    console.error(`Row by row: quire import --report ${id}`);
    process.exitCode = 1;
  }
}

function summary({
  state,
  line,
  created,
  updated,
  unchanged,
  refused,
  removed,
  restored,
  kept,
}: ImportRow): string {
  if (state === 'undoing' || state === 'undone')
    return `${removed} removed, ${restored} restored, ${kept} kept`;
  return `line ${line}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
}

function readId(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Misuse(`'${text}' is no number of an import`);
  return BigInt(text);
}
