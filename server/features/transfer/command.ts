import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { operatorDoor } from '../../access/operator.ts';
import { collectionNamed, formatNamed } from '../../module/commands/collection-named.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import type { Records } from '../../records/records.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import { beginImport } from './begin-import.ts';
import { noteFailure, TakenOver } from './held-import.ts';
import { type ImportRow, importCollection } from './import.collection.ts';
import { reportOf } from './report.ts';
import { runImport } from './run-import.ts';
import { openRows } from './source/rows-of.ts';
import { beginUndo, undoImport } from './undo-import.ts';

const PROGRESS_MS = 1000;

export const importFile: Command = {
  usage:
    '<collection> <file> [--format csv|jsonl|json] [--key <unique field or id>] [--dry-run] | --undo <import> | --report <import>',
  summary:
    'Creates rows from a file; with --key, updates those that exist. An interrupted import continues if repeated.',
  async run(args, { withServer }) {
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
      if (values.undo !== undefined) return undoOne(records, readId(values.undo));
      if (values.report !== undefined) return printReport(records, readId(values.report));
      if (name === undefined || file === undefined || positionals.length > 2)
        throw new Misuse('name a collection and a file to import');
      await importOne(records, name, file, values);
    });
  },
};

interface Options {
  readonly format?: string | undefined;
  readonly key?: string | undefined;
  readonly 'dry-run': boolean;
}

async function importOne(records: Records, name: string, file: string, options: Options): Promise<void> {
  const definition = records.catalogue.writable(collectionNamed(records.catalogue, name));
  const format = formatNamed(options.format ?? extname(file).slice(1));
  const { size } = await stat(file).catch((cause: Error) => {
    throw new Misuse(`${file}: cannot be read (${cause.message})`);
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const open = (bytes = createReadStream(file)) => openRows(records.catalogue, definition, format, bytes);
  const beginning = createReadStream(file);
  await open(beginning).finally(() => beginning.destroy()); // another format is refused before anything is written
  const door = operatorDoor(records, 'import');
  const request = {
    definition,
    format,
    file: basename(file),
    size,
    sha256: hash.digest('hex'),
    key: options.key,
    isDryRun: options['dry-run'],
  };
  const { row: begun } = await beginImport(door, request);
  const from = begun.line > 0 ? `, continuing after line ${begun.line}` : '';
  console.error(`${request.isDryRun ? 'Dry run' : 'Import'} ${begun.id}${from}`);
  const { signal } = new AbortController();
  await showOutcome(
    records,
    begun,
    runImport({ door, definition, begun, signal }, () => open()),
  );
}

async function undoOne(records: Records, id: bigint): Promise<void> {
  const found = await importNumbered(records, id);
  const definition = collectionNamed(records.catalogue, found.collection);
  const door = operatorDoor(records, 'import');
  const { row: begun } = await beginUndo(door, definition, id);
  const { signal } = new AbortController();
  await showOutcome(records, begun, undoImport({ door, definition, begun, signal }));
}

async function importNumbered(records: Records, id: bigint): Promise<ImportRow> {
  const found: ImportRow | undefined = await records.reads.find(importCollection, id);
  if (!found) throw new Misuse(`import ${id} does not exist`);
  return found;
}

async function printReport(records: Records, id: bigint): Promise<void> {
  await importNumbered(records, id);
  for await (const lines of reportOf(records.reads, id, records.language)) process.stdout.write(lines);
}

/** Prints the progress every second and the outcome at the end; the exit code is 1 if a row was refused, or kept where all were to be undone. */
async function showOutcome(records: Records, begun: ImportRow, work: Promise<ImportRow>): Promise<void> {
  const progress = setInterval(async () => {
    const row = await records.reads.find(importCollection, begun.id);
    if (row) process.stderr.write(`\r${summary(row)} `);
  }, PROGRESS_MS);
  const noting = async (error: unknown) => {
    if (!(error instanceof TakenOver)) await noteFailure(records, begun, error);
    throw error;
  };
  const last = await work.catch(noting).finally(() => clearInterval(progress));
  console.error(`\r${summary(last)}`);
  // Rows that the import refused do not make its undo fail.
  const isUndone = last.state === 'undoing' || last.state === 'undone';
  if ((isUndone ? last.kept : last.refused) > 0) {
    console.error(`Row by row: ${quireCommand} import --report ${begun.id}`);
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
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Misuse(`'${text}' is not the number of an import`);
  return BigInt(text);
}
