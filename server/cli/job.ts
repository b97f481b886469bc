import { parseArgs } from 'node:util';
import { makePrepareJob, operatorDoor, runNow, whenTried } from '../access/index.ts';
import { render } from '../messages/message.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import { fromOwnJson } from '../shared/json.ts';
import type { Server } from '../start.ts';
import { withServer } from './shared/with-server.ts';

export const job: Command = {
  usage: '[run <name> [--input <JSON>] [--to <address>] [--language <code>]]',
  summary:
    'Lists the jobs, mails and schedules that can be run, or runs one now: a mail needs --to. Ends with 1 if it fails.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      options: { input: { type: 'string' }, to: { type: 'string' }, language: { type: 'string' } },
      allowPositionals: true,
    });
    const [word, kind, ...others] = positionals;
    const isSound = word === undefined ? args.length === 0 : word === 'run' && kind !== undefined;
    if (!isSound || others.length > 0) throw new Misuse('job takes nothing, or: run <name>');
    const { to, language } = values;
    const input = values.input === undefined ? {} : { input: readInput(values.input) };
    await withServer(async (server) => {
      if (kind === undefined) for (const line of linesOf(server)) console.log(line);
      else await run(server, { kind, to, language, ...input });
    });
  },
};

function readInput(text: string): unknown {
  try {
    return fromOwnJson(text);
  } catch {
    throw new Misuse(`--input must be JSON, such as '{"order":"7"}', not ${text}`);
  }
}

/** What can be run: the name, what people call it, and when it runs by itself. */
function linesOf({ store: { jobs }, work }: Server): string[] {
  const runs = new Map(jobs.nextRuns(Date.now()).map((one) => [one.kind, one]));
  const own = [
    ...work.jobs.map(({ name }) => `jobs/${name}`),
    ...work.mails.map(({ name }) => `mail/${name}`),
  ];
  return [...new Set([...own, ...runs.keys()])].map((kind) => {
    const label = jobs.labelOf(kind);
    const run = runs.get(kind);
    const when = run && `${run.cron} ${run.timeZone}`;
    return [kind, label && render(label, 'en'), when].filter(Boolean).join('  ');
  });
}

async function run({ store, work }: Server, asked: Parameters<typeof runNow>[3]): Promise<void> {
  const prepare = makePrepareJob(store.jobs, work);
  const { id } = await runNow(store, operatorDoor(store, 'job'), prepare, asked);
  if (id === undefined) throw new Error('a job was added without an id');
  const { state, problem, kind } = await whenTried(store, id);
  if (state === 'done') return console.log(`${kind}: done (job ${id})`);
  console.error(
    `${kind}: ${problem ?? 'failed'} (job ${id}${state === 'waiting' ? '; it will be tried again' : ''})`,
  );
  process.exitCode = 1;
}
