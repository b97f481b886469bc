import { log, logged, type RecordStore, system, systemContext, type TakeFile } from '../../records/index.ts';
import { books } from './books.ts';
import type { ImportStep } from './decision.ts';
import { SourceProblem, WrongArgument } from './engines/engine.ts';
import { Assets } from './files/assets.ts';
import { files } from './files/files.ts';
import { grants } from './grants.ts';
import { groups } from './groups.ts';
import { tellLeftovers } from './leftovers.ts';
import { logs } from './logs.ts';
import { Mapping } from './mapping.ts';
import { message } from './messages/message.ts';
import type { Move } from './move.ts';
import { orphans } from './orphans.ts';
import { permissions } from './permissions.ts';
import { Report } from './report.ts';
import { runStep } from './run-step.ts';
import { openSource, type Source } from './source.ts';
import { users } from './users.ts';

interface ImportRequest {
  readonly url: string;
  readonly isDryRun: boolean;
  /** The zone of the source's times; without it, that of its server's clock. */
  readonly zone: string | undefined;
  /** The folder of the source's files; without it they are left behind. */
  readonly assets: string | undefined;
  readonly takeFile: TakeFile;
  /** The name under which its imported records are recorded; by default that of its database. */
  readonly name: string | undefined;
  /** How many days the log is kept here; 0: for ever. */
  readonly logDays: number;
  readonly say: (line: string) => void;
  /** Takes lines of CSV at the end: which record of the source is which here. */
  readonly keepMap: (lines: AsyncIterable<string>) => Promise<unknown>;
}

/**
 * Imports the database of a Lin CMS and prints what becomes of each record. A run that was cut off is continued by the
 * next; no record is imported twice. Throws WrongArgument or SourceProblem if it cannot begin.
 */
export async function importLin(store: RecordStore, request: ImportRequest): Promise<void> {
  const source = await openSource(request.url);
  try {
    const move = await begin(store, source, request);
    const steps = stepsOf(move).filter(({ table }) => source.has(table));
    for (const step of steps) await runStep(move, step);
    await tellLeftovers(source, steps, request.say);
    request.say(`\n${move.report.summary()}`);
    move.report.tellFuture(move.zone);
    await request.keepMap(move.mapping.lines());
  } finally {
    await source.close();
  }
}

/** In order of reference: a record comes after those that it refers to. */
function stepsOf(move: Move): ImportStep[] {
  return [files, permissions, groups, grants, users]
    .map((step) => step(move))
    .concat(orphans(move), books(move), logs(move));
}

async function begin(store: RecordStore, source: Source, request: ImportRequest): Promise<Move> {
  const { isDryRun, logDays, takeFile, say, name = source.name, zone = source.clock } = request;
  const mapping = new Mapping(store, name);
  const other = await mapping.otherSource();
  if (other !== undefined && request.name === undefined)
    throw new SourceProblem(
      `Records were imported from '${other}' before. Add --source ${other} to go on with it, or --source ${name} if this is another Lin CMS`,
    );
  requireZone(zone);
  const assets = request.assets === undefined ? undefined : await Assets.open(request.assets);
  say(`Lin CMS '${name}', its times read as of ${zone}${request.zone ? '' : ', the clock of its server'}`);
  say(isDryRun ? 'Dry run: nothing is written. To import, add --apply\n' : 'Importing\n');
  if (!isDryRun) await leaveTrace(store, name);
  return { source, store, mapping, report: new Report(say), isDryRun, zone, assets, takeFile, logDays };
}

function requireZone(zone: string): void {
  try {
    Temporal.Now.zonedDateTimeISO(zone);
  } catch {
    throw new WrongArgument(`'${zone}' is no time zone; such as Asia/Shanghai or +08:00 is one`);
  }
}

function leaveTrace(store: RecordStore, name: string): Promise<bigint> {
  const context = systemContext('import-lin');
  const text = message('linImported', { username: system.username, name });
  return store.write(context, (writes) =>
    writes.create(log, {
      ...logged(text, store.language),
      username: system.username,
      method: 'CLI',
      path: 'import-lin',
    }),
  );
}
