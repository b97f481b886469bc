import type { Readable } from 'node:stream';
import {
  type AdmitTask,
  Door,
  fromKeptTask,
  type KeptTask,
  type Task,
  toKeptTask,
} from '../../access/index.ts';
import { type JobKind, job } from '../../background/index.ts';
import { type AccessRule, isWritten, type ServedDefinition } from '../../definitions/for-server.ts';
import { isRefusal } from '../../errors.ts';
import type { Reads, RecordStore } from '../../records/index.ts';
import { fromJson, toJson } from '../../shared/index.ts';
import type { Follow } from './begin-import.ts';
import { USES } from './by-filter/actions.ts';
import { type ImportRun, noteFailure, TakenOver, takeOver } from './held-import.ts';
import { IMPORT, type ImportRecord, importCollection } from './import.collection.ts';
import { signedIn } from './import-bounds.ts';
import { runImport } from './run-import.ts';
import { openRecords } from './source/records-of.ts';
import { undoImport } from './undo-import.ts';

/** Where received files wait: a place that all processes share. */
export interface ImportFiles {
  put(key: string, file: string): Promise<void>;
  open(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
}

export interface ImportJobParts {
  readonly store: RecordStore;
  readonly files: ImportFiles;
  readonly admitTask: AdmitTask;
}

/** The data of a job: the request that began it. */
interface ImportTask extends KeptTask {
  readonly importId: string;
  /** The key of the received file; an undoing has none. */
  readonly file?: string;
}

const UNDO = 'undo import';
const AT_ONCE = 4;
const MOST_TRIES = 8;

/** The kinds of job that import files and undo imports. After a restart, any process continues after the last batch. */
export function importJobKinds(parts: ImportJobParts): JobKind[] {
  const { files, store } = parts;
  const importing = kindOf(parts, 'running', async (run, { file = '' }) => {
    const opened: Readable[] = [];
    const open = async () => {
      const bytes = await files.open(file);
      if (!bytes) throw new Error(`the file of import ${run.begun.id} is not there: ${file}`);
      opened.push(bytes);
      return openRecords(store.catalogue, run.definition, run.begun.format, bytes);
    };
    try {
      await runImport(run, open);
    } finally {
      for (const bytes of opened) bytes.destroy();
    }
  });
  const undoing = kindOf(parts, 'undoing', async (run) => {
    await undoImport(run);
  });
  return [
    { name: IMPORT, ...importing },
    { name: UNDO, ...undoing },
  ];
}

/** Adds the job of an import, in the transaction that begins it. */
export function followWithImport(task: Task, file: string): Follow {
  return (writes, id) => writes.addJob(newJob(IMPORT, id, { ...task, file }));
}

/** Adds the job that undoes an import, in the transaction that begins to. */
export function followWithUndo(task: Task): Follow {
  return (writes, id) => writes.addJob(newJob(UNDO, id, task));
}

/** Whether a file of records waits to be imported or is being imported. */
export async function importsWait(reads: Reads): Promise<boolean> {
  const waiting = await reads.first(job, (select) =>
    select.where('kind', '=', IMPORT).where('due_time', 'is not', null),
  );
  return waiting !== undefined;
}

/** Jobs of one user share a subject, so they run one after the other: two users would hold the places of all. */
function newJob(kind: string, id: bigint, task: Task & { readonly file?: string }) {
  const { file } = task;
  const kept: ImportTask = { ...toKeptTask(task), importId: String(id), ...(file !== undefined && { file }) };
  const data = toJson(kept);
  return { kind, subject: `imports of ${task.userId}`, data, userId: task.userId };
}

type Work = (run: ImportRun, kept: ImportTask) => Promise<void>;

/** Runs a job while its import is in this state. The file stays as long as a run may need it. */
function kindOf(parts: ImportJobParts, state: ImportRecord['state'], work: Work): Omit<JobKind, 'name'> {
  const { store, files } = parts;
  const removeFile = async ({ file }: ImportTask) => file !== undefined && files.remove(file);
  return {
    atOnce: AT_ONCE,
    mostTries: MOST_TRIES,
    async run({ data }, signal) {
      const kept = fromJson<ImportTask>(data);
      const begun = await takeOver(store, BigInt(kept.importId), state);
      const failure = begun && (await failureOf(() => attempt(parts, { begun, kept, signal }, work)));
      const isRefused = isRefusal(failure);
      if (begun && failure !== undefined && (await isIn(store, begun.id, state))) {
        if (!isRefused) throw failure; // another try, perhaps of another process, needs the file
        await noteFailure(store, begun, failure);
      }
      await removeFile(kept);
      if (failure !== undefined && !isRefused && !(failure instanceof TakenOver)) throw failure;
    },
    async givenUp({ data }, cause) {
      const kept = fromJson<ImportTask>(data);
      const begun = await takeOver(store, BigInt(kept.importId), state);
      if (begun) await noteFailure(store, begun, cause);
      await removeFile(kept);
    },
  };
}

async function isIn({ reads }: RecordStore, id: bigint, state: ImportRecord['state']): Promise<boolean> {
  return (await reads.find(importCollection, id))?.state === state;
}

interface Attempt {
  readonly begun: ImportRecord;
  readonly kept: ImportTask;
  readonly signal: AbortSignal;
}

async function attempt(
  { store, admitTask }: ImportJobParts,
  { begun, kept, signal }: Attempt,
  work: Work,
): Promise<void> {
  const { written, queries } = store.catalogue;
  const definition = [...written, ...queries.filter(isWritten)].find(({ name }) => name === begun.collection);
  if (!definition) throw new Error(`collection '${begun.collection}' is not served here`);
  const admission = await admitTask(
    accessOf(definition, begun),
    definition.draftOf ?? definition.name,
    fromKeptTask(kept),
  );
  await work({ door: new Door(store, admission), definition, begun, signal }, kept);
}

function accessOf({ access }: ServedDefinition, { state, action }: ImportRecord): AccessRule {
  return signedIn(access[USES[action][state === 'undoing' ? 'undoes' : 'does']]);
}

/** The error of the work; undefined if it succeeds. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}
