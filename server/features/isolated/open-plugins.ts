import {
  type Catalogue,
  holdsField,
  type Isolated,
  type IsolatedCall,
  type Manifest,
  refuse,
} from '../../definitions/for-server.ts';
import { AppError, type Failure, type FailureKey } from '../../errors.ts';
import type { Person } from './asker.ts';
import { grantedAnswer, grantedCall, isWithinWrite, requireFitting } from './events.ts';
import { failures } from './failures.ts';
import type { Grants, LivingGrant, LogRefused } from './grants.ts';
import type { AskMail } from './mails/ask-mail.ts';
import { message } from './messages/message.ts';
import type { AskHost } from './other-hosts.ts';
import {
  type Asking,
  NotGranted,
  PluginProblem,
  PluginProcess,
  PluginRefusal,
} from './process/plugin-process.ts';
import { type AskRecords, RECORD_QUESTIONS } from './records-door.ts';
import type { ViewProcesses } from './view-processes.ts';

type Values = Readonly<Record<string, unknown>>;

/** How long a call may take: other writes wait for one that holds up a transaction, and people for a part of the console. */
const WITHIN_WRITE_MS = 2000;
const DRAW_MS = 5000;
const ACTION_MS = 20_000;
const AFTER_COMMIT_MS = 25_000;
const JOB_MS = 55_000;

interface Parts {
  readonly catalogue: Catalogue;
  readonly grants: Grants;
  readonly askRecords: AskRecords;
  readonly askHost: AskHost;
  readonly askMail: AskMail;
  readonly views: ViewProcesses;
  readonly logRefused: LogRefused;
  note(plugin: string, line: string): void;
}

/** An isolated plug-in of a server that is open. */
export interface OpenPlugin {
  readonly manifest: Manifest;
  /** The process of its hooks and jobs. */
  readonly running: PluginProcess;
  /** Draws a part, or runs an action, for a user. Errors are worded for that user. */
  callFor(person: Person, call: IsolatedCall): Promise<Values>;
  /** Ends its processes; the next call starts another. */
  end(): void;
}

/** Opens the ways to the processes of isolated plug-ins. Answers them by the plug-ins' names. */
export function openPlugins(isolated: readonly Isolated[], parts: Parts): ReadonlyMap<string, OpenPlugin> {
  return new Map(isolated.map((one) => [one.manifest.name, openPlugin(one, parts)]));
}

function openPlugin(isolated: Isolated, parts: Parts): OpenPlugin {
  const { manifest } = isolated;
  const { name: plugin } = manifest;
  const { views } = parts;
  const grantNow = () => parts.grants.of(manifest);
  const makeProcess = () =>
    new PluginProcess({
      ...manifest,
      note: (line) => parts.note(plugin, line),
      async answer(asking, what, about) {
        const grant = grantNow();
        if (!grant) throw new PluginProblem('it is not granted any more');
        const answer = await answerTo({ ...asking, plugin, grant, what, about }, parts).catch(
          (cause: unknown) => {
            if (cause instanceof NotGranted) parts.logRefused(plugin, grant, cause.message);
            if (cause instanceof PluginProblem) parts.note(plugin, `refused: ${cause.message}`);
            throw cause instanceof PluginProblem
              ? cause
              : new PluginProblem('the server could not answer', { cause });
          },
        );
        return answer;
      },
    });
  const running = makeProcess();
  isolated.open({
    parts: () => grantNow()?.needs.console ?? {},
    async call(call) {
      const grant = grantNow();
      const granted = grant && grantedCall(call, grant, secretsOf(parts.catalogue, call));
      if (!granted) return undefined; // a plug-in without a grant is as good as not there
      const { actor } = call.event as { actor?: { readonly id: bigint } };
      try {
        const asker = actor && { userId: actor.id };
        const answer = grantedAnswer(call, grant.needs, await running.call(granted, limitOf(call), asker));
        await requireFitting(parts.catalogue, call, answer);
        return answer;
      } catch (cause) {
        if (cause instanceof PluginRefusal) return refuseFor(grant, call, cause);
        throw failureOf(plugin, call, cause);
      }
    },
  });
  return {
    manifest,
    running,
    async callFor(person, call) {
      const grant = grantNow();
      const granted = grant && grantedCall(call, grant, new Set());
      if (!granted) throw new AppError(failures.pluginNotGranted);
      const { userId } = person;
      let mayNot = false;
      const noteRefusal = () => {
        mayNot = true;
      };
      const asker = { userId, request: { ...person, noteRefusal } };
      try {
        const answer = await views.use({ plugin, userId }, makeProcess, (view) =>
          view.call(granted, limitOf(call), asker),
        );
        if (!grantNow()) throw new PluginProblem('it is not granted any more');
        return answer ?? {};
      } catch (cause) {
        if (cause instanceof PluginRefusal) throw refusalFor(cause);
        throw failureOf(plugin, call, cause, mayNot ? 'permissionMissing' : failures.partFailed);
      }
    },
    end() {
      running.end();
      views.end(plugin);
    },
  };
}

interface Asked extends Asking {
  readonly plugin: string;
  readonly grant: LivingGrant;
  readonly what: string;
  readonly about: Values;
}

async function answerTo(
  { plugin, grant, call, asker, what, about }: Asked,
  { askRecords, askHost, askMail }: Parts,
): Promise<unknown> {
  if (isWithinWrite(call))
    throw new PluginProblem(
      `${call.name} holds up a write, so it has no records, no hosts and no mails; use afterCommit`,
    );
  if (call.kind === 'draw' && !READS.has(what))
    throw new PluginProblem(`'${call.name}' is drawn, so it only reads; let a button run an action`);
  if (what === 'fetch') return askHost(grant, about);
  if (what === 'mail') return askMail({ plugin, grant, about, asker });
  const question = RECORD_QUESTIONS.find((one) => one === what);
  if (!question) throw new PluginProblem(`the server has no answer to '${what.slice(0, 40)}'`);
  return askRecords(grant, question, about, asker);
}

/** What may be asked while a part is drawn. */
const READS: ReadonlySet<string> = new Set(['find', 'list', 'fetch']);

function limitOf(call: IsolatedCall): number {
  if (isWithinWrite(call)) return WITHIN_WRITE_MS;
  return { hook: AFTER_COMMIT_MS, job: JOB_MS, draw: DRAW_MS, action: ACTION_MS }[call.kind];
}

/** The fields of a hook's collection whose values nobody reads. */
function secretsOf({ all }: Catalogue, { collection }: IsolatedCall): ReadonlySet<string> {
  const fields = Object.entries(all.find(({ name }) => name === collection)?.fields ?? {});
  return new Set(fields.flatMap(([name, { secret }]) => (secret ? name : [])));
}

/** Only a hook before a write can refuse one. A field that the plug-in may not read is not named by it. */
function refuseFor(
  { needs }: LivingGrant,
  { collection = '' }: IsolatedCall,
  { message: text, field }: PluginRefusal,
): never {
  return refuse(text, holdsField(needs.collections[collection]?.read, field) ? field : undefined);
}

/** What an action says to its user instead of doing it. */
function refusalFor({ message: refusal, field }: PluginRefusal): AppError {
  return new AppError('refusedByHook', { detail: refusal, problems: { [field]: refusal }, refusal });
}

/** What of it is for the log alone is its reason. */
export function failureOf(
  plugin: string,
  { kind, collection, name }: Pick<IsolatedCall, 'kind' | 'collection' | 'name'>,
  cause: unknown,
  failure: FailureKey | Failure = failures.pluginFailed,
): AppError {
  const problem = cause instanceof PluginProblem ? cause.message : 'the server could not call it';
  return new AppError(failure, {
    detail: kind === 'hook' ? `${plugin}/${collection}.${name}` : `${plugin}/${name}`,
    reason: message('pluginProblem', { plugin, problem }),
    cause,
  });
}
