import type { ExpressionBuilder } from 'kysely';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { done, orSuper, type PrepareJob, retryJobs, runNow } from '../../access/index.ts';
import { JOB_STATES, type JobRecord, type Jobs, job, keepsDueTime } from '../../background/index.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError, badParameters } from '../../errors.ts';
import {
  idInPath,
  idOrNobody,
  linPage,
  linQuery,
  parseId,
  type Route,
  readLinPage,
  route,
  toLinPage,
} from '../../http/index.ts';
import { type Language, render } from '../../messages/index.ts';
import type { Reads, RecordStore, Select } from '../../records/index.ts';
import { message } from './messages/message.ts';

const common = { tag: message('jobLabel'), access: orSuper(retryJobs) } as const;
const one = { ...common, path: '/cms/job/:id', params: idInPath } as const;

/** The definition of the job checks it. */
const jobInput: JsonSchema<unknown> = { about: message('jobInput') };

const label = Type.Optional(Type.String({ about: message('ownJobLabel') }));
const record = Type.Object({
  id: Type.Id(),
  kind: Type.String(),
  label,
  subject: Type.Nullable(Type.String()),
  delivery: Type.String(),
  state: Type.String({ enum: JOB_STATES }),
  due_time: Type.Nullable(Type.Integer()),
  tries: Type.Integer(),
  problem: Type.Nullable(Type.String()),
  create_time: Type.Integer(),
  create_user_id: idOrNobody,
  end_time: Type.Nullable(Type.Integer()),
});

/** What administrators do with durable jobs: see them, try them again; super administrators run new ones, and delete those that are over. */
export function jobRoutes(store: RecordStore, prepare: PrepareJob): Route[] {
  const { jobs } = store;
  return [
    listJobs(jobs),
    addJob(store, prepare),
    listSchedules(jobs),
    showJob(jobs),
    retryJob(jobs),
    deleteJob,
  ];
}

const listJobs = (jobs: Jobs) =>
  route({
    ...common,
    method: 'GET',
    path: '/cms/job',
    summary: message('jobListSummary'),
    query: linQuery({
      state: Type.Optional(Type.String({ enum: JOB_STATES })),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
      finished_runs: Type.Optional(Type.Boolean({ about: message('finishedRuns') })),
    }),
    answer: linPage(record),
    isTranslated: true,
    async handle({ longReads }, { query, language }) {
      const { count, offset } = readLinPage(query);
      const wanted = (select: Select) =>
        (['state', 'kind'] as const).reduce(
          (narrowed, name) => (query[name] === undefined ? narrowed : narrowed.where(name, '=', query[name])),
          query.finished_runs === false ? select.where(isNoFinishedRun) : select,
        );
      const found = await longReads.where(job, (select) =>
        wanted(select).orderBy('id', 'desc').limit(count).offset(offset),
      );
      const items = found.map(inWords(jobs, language()));
      return toLinPage(query, items, await longReads.count(job, wanted));
    },
  });

/** Leaves out finished runs of schedules: one a minute would hide all other jobs. */
const isNoFinishedRun = (e: ExpressionBuilder<Tables, string>) =>
  e.or([e('once', 'is', null), e('state', '!=', 'done')]);

const listSchedules = (jobs: Jobs) =>
  route({
    ...common,
    method: 'GET',
    path: '/cms/schedule',
    summary: message('scheduleListSummary'),
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          kind: Type.String({ about: message('scheduleKind') }),
          label,
          cron: Type.String(),
          time_zone: Type.String(),
          next_time: Type.Nullable(Type.Integer({ about: message('scheduleNext') })),
        }),
      ),
    }),
    isTranslated: true,
    async handle(_, { language }) {
      const items = jobs
        .nextRuns(Date.now())
        .map(({ kind, cron, timeZone, next }) => ({ kind, cron, time_zone: timeZone, next_time: next }));
      return { items: items.map(inWords(jobs, language())) };
    },
  });

const showJob = (jobs: Jobs) =>
  route({
    ...one,
    method: 'GET',
    summary: message('jobSummary'),
    answer: record,
    isTranslated: true,
    handle: async ({ reads }, { params, language }) =>
      inWords(jobs, language())(await findJob(reads, params.id)),
  });

const retryJob = (jobs: Jobs) =>
  route({
    ...one,
    method: 'POST',
    path: '/cms/job/:id/retry',
    summary: message('jobRetrySummary'),
    async handle(door, { params }) {
      const written = await door.write(async (writes) => {
        const { id, state } = await findJob(writes, params.id);
        if (state === 'running') throw badParameters({ id: message('jobIsRunning') });
        if (state === 'done') throw badParameters({ id: message('jobIsDone') });
        const again = { state: 'waiting', due_time: writes.context.now, tries: 0, end_time: null } as const;
        await writes.update(job, id, again);
        return done(0, message('jobRetried', { id }));
      });
      jobs.wake();
      return written;
    },
  });

const addJob = (store: RecordStore, prepare: PrepareJob) =>
  route({
    ...common,
    access: superAdministrator,
    method: 'POST',
    path: '/cms/job',
    needsProof: 'withSecondFactor',
    summary: message('jobAddSummary'),
    body: Type.Object(
      {
        kind: Type.String({ minLength: 1, maxLength: 60, about: message('jobKindToRun') }),
        input: Type.Optional(jobInput),
        to: Type.Optional(Type.String({ maxLength: 320, about: message('mailAddressee') })),
        language: Type.Optional(Type.String({ maxLength: 20, about: message('mailLanguage') })),
      },
      { additionalProperties: false },
    ),
    answerFields: { id: Type.Id() },
    handle: (door, { body }) => runNow(store, door, prepare, body),
  });

const deleteJob = route({
  ...one,
  access: superAdministrator,
  method: 'DELETE',
  summary: message('jobDeleteSummary'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const found = await findJob(writes, params.id);
      const { id, state } = found;
      if (state === 'running' || state === 'waiting') throw badParameters({ id: message('jobIsNotOver') });
      if (keepsDueTime(found, Date.now())) throw badParameters({ id: message('jobKeepsDueTime') });
      await writes.remove(job, id);
      return done(0, message('jobDeleted', { id }));
    }),
});

/** Adds what the project calls jobs of the same kind. */
function inWords(jobs: Jobs, language: Language) {
  return <Item extends { readonly kind: string }>(record: Item) => {
    const name = jobs.labelOf(record.kind);
    return name === undefined ? record : { ...record, label: render(name, language) };
  };
}

async function findJob(reads: Reads, id: string): Promise<JobRecord> {
  const found = await reads.find(job, parseId(id));
  if (!found) throw new AppError('recordNotFound');
  return found;
}
