import {
  type Catalogue,
  holdsField,
  type Isolated,
  type IsolatedCall,
  refuse,
} from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { grantedAnswer, grantedCall, isWithinWrite } from './events.ts';
import { failures } from './failures.ts';
import type { Grants, LivingGrant } from './grants.ts';
import type { LogRefused } from './log-refused.ts';
import { message } from './messages/message.ts';
import type { AskHost } from './other-hosts.ts';
import { NotGranted, PluginProblem, PluginProcess, PluginRefusal } from './process/plugin-process.ts';
import { type AskRecords, RECORD_QUESTIONS } from './records-door.ts';

type Values = Readonly<Record<string, unknown>>;

/** How long a call may take: other writes wait for one that holds up a transaction. */
const WITHIN_WRITE_MS = 2000;
const AFTER_COMMIT_MS = 25_000;
const JOB_MS = 55_000;

interface Parts {
  readonly catalogue: Catalogue;
  readonly grants: Grants;
  readonly askRecords: AskRecords;
  readonly askHost: AskHost;
  readonly logRefused: LogRefused;
  note(plugin: string, line: string): void;
}

/** Opens the way from the hooks and jobs of isolated plug-ins to their processes. Answers the processes by the plug-ins' names. */
export function openPlugins(isolated: readonly Isolated[], parts: Parts): ReadonlyMap<string, PluginProcess> {
  return new Map(isolated.map((one) => [one.manifest.name, openPlugin(one, parts)]));
}

function openPlugin(isolated: Isolated, parts: Parts): PluginProcess {
  const { manifest } = isolated;
  const grantNow = () => parts.grants.of(manifest);
  const running = new PluginProcess({
    ...manifest,
    note: (line) => parts.note(manifest.name, line),
    async answer(call, what, about) {
      const grant = grantNow();
      if (!grant) throw new PluginProblem('it is not granted any more');
      const answer = await answerTo({ grant, call, what, about }, parts).catch((cause: unknown) => {
        if (cause instanceof NotGranted) parts.logRefused(manifest.name, grant, cause.message);
        if (cause instanceof PluginProblem) parts.note(manifest.name, `refused: ${cause.message}`);
        throw cause instanceof PluginProblem
          ? cause
          : new PluginProblem('the server could not answer', { cause });
      });
      return answer;
    },
  });
  isolated.open(async (call) => {
    const grant = grantNow();
    const granted = grant && grantedCall(call, grant, secretsOf(parts.catalogue, call));
    if (!granted) return undefined; // a plug-in without a grant is as good as not there
    try {
      return grantedAnswer(call, grant.needs, await running.call(granted, limitOf(call)));
    } catch (cause) {
      if (cause instanceof PluginRefusal) return refuseFor(grant, call, cause);
      throw failureOf(manifest.name, call, cause);
    }
  });
  return running;
}

interface Asked {
  readonly grant: LivingGrant;
  readonly call: IsolatedCall;
  readonly what: string;
  readonly about: Values;
}

async function answerTo(
  { grant, call, what, about }: Asked,
  { askRecords, askHost }: Parts,
): Promise<unknown> {
  if (isWithinWrite(call))
    throw new PluginProblem(
      `${call.name} holds up a write, so it has no records and no hosts; use afterCommit`,
    );
  if (what === 'fetch') return askHost(grant, about);
  const question = RECORD_QUESTIONS.find((one) => one === what);
  if (!question) throw new PluginProblem(`the server has no answer to '${what.slice(0, 40)}'`);
  return askRecords(grant, question, about);
}

function limitOf(call: IsolatedCall): number {
  if (isWithinWrite(call)) return WITHIN_WRITE_MS;
  return call.kind === 'job' ? JOB_MS : AFTER_COMMIT_MS;
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

function failureOf(plugin: string, { kind, collection, name }: IsolatedCall, cause: unknown): AppError {
  const problem = cause instanceof PluginProblem ? cause.message : 'the server could not call it';
  return new AppError(failures.pluginFailed, {
    detail: kind === 'job' ? `${plugin}/${name}` : `${plugin}/${collection}.${name}`,
    reason: message('pluginProblem', { plugin, problem }),
    cause,
  });
}
