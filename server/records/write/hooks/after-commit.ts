import type { RevisionAction } from '../../../../contract/audit.ts';
import type { HeldJob, JobKind, NewJob } from '../../../background/index.ts';
import { type Connection, type Engine, type Raw, rowReader } from '../../../database/index.ts';
import { type Catalogue, nameOfHook, type OwnedHook } from '../../../definitions/for-server.ts';
import { fromJson, toJson } from '../../../shared/index.ts';
import { keptState } from '../../changes/kept-state.ts';
import { noteChanges } from '../../changes/note-changes.ts';
import type { RecordsPlace } from '../../scope/collections-place.ts';
import {
  type Caused,
  type Committed,
  fromStoredAuthor,
  type RecordStore,
  type StoredAuthor,
  toStoredAuthor,
  type WriteContext,
} from '../../store/index.ts';
import { inPresentWords } from '../../stored-words.ts';
import { HOOK_JOBS } from './hook-jobs.ts';
import { runHook } from './write-hooks.ts';

/** Plug-ins have a kind of their own: servers that know none, as during an upgrade, would take its jobs for those of collections. */
const [KIND, PLUGIN_KIND] = HOOK_JOBS;
const WITHIN_MS = 30_000;

/** The written record in the data of a job. Values have the engine's form, so that they are read back exactly. */
interface StoredCall {
  readonly collection: string;
  /** Left out for the collection's own hook. */
  readonly plugin?: string;
  readonly action: RevisionAction;
  readonly actor: StoredAuthor;
  readonly requestId: string;
  readonly time: number;
  readonly depth: number;
  readonly record: Raw;
  readonly before: Raw | null;
}

/** The jobs that call the hooks for a record. Those of one hook and record run one after the other. */
function toJobs(engine: Engine, committed: Committed): NewJob[] {
  const { afterCommit = [] } = committed.definition.hooks ?? {};
  return afterCommit.map((hook) => toJob(engine, committed, hook));
}

function toJob(
  engine: Engine,
  { definition, context, action, record, before }: Committed,
  { plugin }: OwnedHook,
): NewJob {
  const { actor, requestId, now, caused } = context;
  const kept: StoredCall = {
    collection: definition.name,
    ...(plugin !== undefined && { plugin }),
    action,
    actor: toStoredAuthor(actor),
    requestId,
    time: now,
    depth: caused?.depth ?? 0,
    record: keptState(engine, definition.columns, record),
    before: before ? keptState(engine, definition.columns, before) : null,
  };
  const ofRecord = `${definition.name} ${record.id}`;
  const subject = plugin === undefined ? ofRecord : `${ofRecord} ${plugin}`; // one that fails must not hold up the others
  return { kind: plugin === undefined ? KIND : PLUGIN_KIND, subject, data: toJson(kept), userId: actor.id };
}

/** Call hooks for committed records: of collections, and of plug-ins if they have any. Any error makes the job try again. */
export function afterCommitKinds(
  { engine, catalogue }: { readonly engine: Engine; readonly catalogue: Catalogue },
  placeOf: (context: WriteContext) => RecordsPlace,
): JobKind[] {
  const isOfPlugin = ({ plugin }: OwnedHook) => plugin !== undefined;
  const hasOfPlugins = catalogue.all.some(({ hooks }) => hooks?.afterCommit?.some(isOfPlugin));
  return (hasOfPlugins ? [KIND, PLUGIN_KIND] : [KIND]).map((name) => kindNamed(name, engine, placeOf));
}

function kindNamed(kind: string, engine: Engine, placeOf: (context: WriteContext) => RecordsPlace): JobKind {
  return {
    name: kind,
    atOnce: 8,
    mostTries: 12,
    runsAtStop: true,
    async run({ data, delivery }: HeldJob) {
      const kept = inPresentWords(fromJson<StoredCall>(data));
      const context = contextOf(kept);
      const place = placeOf(context);
      const definition = place.catalogue.get(kept.collection);
      const owned = definition.hooks?.afterCommit?.find(({ plugin }) => plugin === kept.plugin);
      if (!owned) {
        const owner =
          kept.plugin === undefined ? `collection '${kept.collection}'` : `plug-in '${kept.plugin}'`;
        throw new Error(`${owner} has no hook afterCommit here`);
      }
      const name = nameOfHook(definition, 'afterCommit', owned);
      const hook = owned.run;
      const read = rowReader<Raw>(engine, definition.columns);
      const { action } = kept;
      const about = {
        action,
        record: read(kept.record),
        before: kept.before ? read(kept.before) : undefined,
      };
      const call = { name, hook, context, place, withinMs: WITHIN_MS, isPassedOn: () => false };
      await runHook(call, { ...about, delivery });
    },
  };
}

function contextOf({ actor, requestId, time, depth }: StoredCall): WriteContext {
  return {
    actor: fromStoredAuthor(actor),
    requestId,
    now: time,
    caused: { depth, later: [] },
  };
}

/** What to wake once a transaction is committed. */
interface Following {
  /** The kinds of the jobs. */
  readonly kinds: readonly string[];
  readonly hasChanges: boolean;
}

/** Adds the jobs and the feed's lines that follow from a transaction, at the end of the same transaction. */
export async function addFollowing(
  store: RecordStore,
  connection: Connection,
  later: Caused['later'],
): Promise<Following> {
  const { engine } = store.database;
  const committed = later.filter((one) => 'definition' in one);
  const jobs = later.flatMap((one) => ('kind' in one ? one : toJobs(engine, one)));
  if (jobs.length > 0) await store.jobs.add(connection, jobs);
  const noted = await noteChanges(store, connection, committed);
  const kinds = [...new Set(jobs.map(({ kind }) => kind))];
  return { kinds, hasChanges: noted > 0 };
}
