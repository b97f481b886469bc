import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { operatorDoor } from '../../access/operator.ts';
import { collectionNamed, formatNamed } from '../../module/commands/collection-named.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import { beginImport } from './begin-import.ts';
import { noteFailure, TakenOver } from './held-import.ts';
import { type ImportRecord, importCollection } from './import.collection.ts';
import { reportOf } from './report.ts';
import { runImport } from './run-import.ts';
import { openRecords } from './source/records-of.ts';
import { beginUndo, undoImport } from './undo-import.ts';

const PROGRESS_MS = 1000;

export const importFile: Command = {
  usage:
    '<collection> <file> [--format csv|jsonl|json] [--key <unique field or id>] [--dry-run] | --undo <import> | --report <import>',
  summary:
    'Creates records from a file; with --key, updates those that exist. An interrupted import continues if repeated.',
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
    await withServer(async ({ store }) => {
      if (values.undo !== undefined) return undoOne(store, readId(values.undo));
      if (values.report !== undefined) return printReport(store, readId(values.report));
      if (name === undefined || file === undefined || positionals.length > 2)
        throw new Misuse('name a collection and a file to import');
      await importOne(store, name, file, values);
    });
  },
};

interface Options {
  readonly format?: string | undefined;
  readonly key?: string | undefined;
  readonly 'dry-run': boolean;
}

async function importOne(store: RecordStore, name: string, file: string, options: Options): Promise<void> {
  const definition = store.catalogue.writable(collectionNamed(store.catalogue, name));
  const format = formatNamed(options.format ?? extname(file).slice(1));
  const { size } = await stat(file).catch((cause: Error) => {
    throw new Misuse(`${file}: cannot be read (${cause.message})`);
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const open = (bytes = createReadStream(file)) => openRecords(store.catalogue, definition, format, bytes);
  const beginning = createReadStream(file);
  await open(beginning).finally(() => beginning.destroy()); // another format is refused before anything is written
  const door = operatorDoor(store, 'import');
  const request = {
    definition,
    format,
    file: basename(file),
    size,
    sha256: hash.digest('hex'),
    key: options.key,
    isDryRun: options['dry-run'],
  };
  const { record: begun } = await beginImport(door, request);
  const from = begun.line > 0 ? `, continuing after line ${begun.line}` : '';
  console.error(`${request.isDryRun ? 'Dry run' : 'Import'} ${begun.id}${from}`);
  const { signal } = new AbortController();
  await showOutcome(
    store,
    begun,
    runImport({ door, definition, begun, signal }, () => open()),
  );
}

async function undoOne(store: RecordStore, id: bigint): Promise<void> {
  const found = await importNumbered(store, id);
  const definition = collectionNamed(store.catalogue, found.collection);
  const door = operatorDoor(store, 'import');
  const { record: begun } = await beginUndo(door, definition, id);
  const { signal } = new AbortController();
  await showOutcome(store, begun, undoImport({ door, definition, begun, signal }));
}

async function importNumbered(store: RecordStore, id: bigint): Promise<ImportRecord> {
  const found: ImportRecord | undefined = await store.reads.find(importCollection, id);
  if (!found) throw new Misuse(`import ${id} does not exist`);
  return found;
}

async function printReport(store: RecordStore, id: bigint): Promise<void> {
  await importNumbered(store, id);
  for await (const lines of reportOf(store.reads, id, store.language)) process.stdout.write(lines);
}

/** Prints the progress every second and the outcome at the end; the exit code is 1 if a record was refused, or kept where all were to be undone. */
async function showOutcome(
  store: RecordStore,
  begun: ImportRecord,
  work: Promise<ImportRecord>,
): Promise<void> {
  const progress = setInterval(async () => {
    const record = await store.reads.find(importCollection, begun.id);
    if (record) process.stderr.write(`\r${summary(record)} `);
  }, PROGRESS_MS);
  const noting = async (error: unknown) => {
    if (!(error instanceof TakenOver)) await noteFailure(store, begun, error);
    throw error;
  };
  const last = await work.catch(noting).finally(() => clearInterval(progress));
  console.error(`\r${summary(last)}`);
  // Records that the import refused do not make its undo fail.
  const isUndone = last.state === 'undoing' || last.state === 'undone';
  if ((isUndone ? last.kept : last.refused) > 0) {
    console.error(`Record by record: ${quireCommand} import --report ${begun.id}`);
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
}: ImportRecord): string {
  if (state === 'undoing' || state === 'undone')
    return `${removed} removed, ${restored} restored, ${kept} kept`;
  return `line ${line}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
}

function readId(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Misuse(`'${text}' is not the number of an import`);
  return BigInt(text);
}
