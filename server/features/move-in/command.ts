import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, type CommandHost, Misuse } from '../../module/commands/command.ts';
import { writeWhole } from '../../module/commands/write-whole.ts';
import type { Settings } from '../../settings/values.ts';
import { isNetwork, quireCommand } from '../../shared/index.ts';
import { openUploads } from '../../storage/open-uploads.ts';
import { makeTakeFile, openInspection } from '../files/exports.ts';
import { type CollectionForm, definitionsOf, definitionText } from './forms/index.ts';
import { type MoveSource, SourceProblem } from './source.ts';
import { openSource, SYSTEMS, WITH_VERSIONS } from './systems.ts';
import { KnownRecords, missingForms, Report, runMove } from './writer/index.ts';

const OPTIONS = {
  from: { type: 'string' },
  apply: { type: 'boolean', default: false },
  definitions: { type: 'boolean', default: false },
  files: { type: 'boolean', default: false },
  grants: { type: 'boolean', default: false },
  revisions: { type: 'boolean', default: false },
  'token-file': { type: 'string' },
  network: { type: 'string', multiple: true, default: [] as string[] },
  source: { type: 'string' },
  map: { type: 'string' },
} as const;

export const moveIn: Command = {
  usage: `${SYSTEMS.join('|')} --from <file or URL> [--definitions | --apply] [--files [--network <CIDR>]…] [--grants] [--revisions] [--token-file <file>] [--source <name>] [--map <file>]`,
  summary:
    'Moves the collections, records, files, people and groups of another system in; a rehearsal without --apply. Repeated, it brings what is new or has changed.',
  async run(args, host) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const system = SYSTEMS.find((one) => one === positionals[0]);
    if (!system || positionals.length > 1) throw new Misuse(`name one system: ${SYSTEMS.join(', ')}`);
    if (values.from === undefined) throw new Misuse('say where it is: --from <file or URL>');
    if (values.definitions && values.apply) throw new Misuse('--apply writes the definitions as well');
    const wrong = values.network.find((one) => !isNetwork(one));
    if (wrong !== undefined) throw new Misuse(`--network: '${wrong}' is no network such as 192.0.2.0/24`);
    if (values.revisions && !WITH_VERSIONS.includes(system))
      throw new Misuse(`--revisions: earlier versions come from ${WITH_VERSIONS.join(', ')} alone`);
    const address = {
      ...{ from: values.from, tokenFile: values['token-file'], networks: values.network },
      withVersions: values.revisions,
    };
    try {
      const source = await openSource(system, address);
      try {
        await move(
          host,
          values.source === undefined ? source : { ...source, name: named(values.source) },
          values,
        );
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  },
};

interface Options {
  readonly apply: boolean;
  readonly definitions: boolean;
  readonly files: boolean;
  readonly grants: boolean;
  readonly map?: string | undefined;
}

function named(source: string): string {
  if (/^[\w.:-]{1,64}$/.test(source)) return source;
  throw new Misuse('--source takes at most 64 letters, digits and . : _ -');
}

async function move(host: CommandHost, source: MoveSource, options: Options): Promise<void> {
  const { catalogue, settings } = await host.project(true);
  const missing = missingForms(catalogue, source.collections);
  definitionsOf(missing, new Set(catalogue.all.map(({ name }) => name)));
  const isRehearsal = !options.apply && !options.definitions;
  console.log(`Source '${source.name}'`);
  if (isRehearsal) console.log('Rehearsal: nothing is written. To move in, add --apply');
  await writeDefinitions(settings, missing, isRehearsal);
  if (options.definitions) return console.log(`\nLook at them, then: ${quireCommand} move-in … --apply`);
  await host.withServer(async ({ store }, opened) => {
    const { uploadRules: rules } = opened;
    const { inspect, end } = openInspection(rules);
    const report = new Report((line) => console.log(line));
    const known = new KnownRecords(store, source.name);
    try {
      await runMove({
        source,
        store,
        known,
        report,
        isRehearsal,
        takeFile: makeTakeFile({ ...openUploads(opened), rules, inspect }, isRehearsal),
        brings: options,
        addresses: new Map(),
      });
    } finally {
      await end();
    }
    report.summarise(source.leftOut());
    if (options.map !== undefined && !isRehearsal) await writeWhole(options.map, known.lines());
    if (report.hasRefusals) process.exitCode = 1;
  }, true);
}

/** Writes the definition files that are missing; none is ever changed. */
async function writeDefinitions(
  { contentDir }: Pick<Settings, 'contentDir'>,
  missing: readonly CollectionForm[],
  isRehearsal: boolean,
): Promise<void> {
  for (const form of missing) {
    const file = join(contentDir, `${form.name.replaceAll('_', '-')}.ts`);
    if (existsSync(file)) throw new SourceProblem(`${file} is there, but does not define '${form.name}'`);
    if (!isRehearsal) await writeFile(file, definitionText(form), { flag: 'wx' });
    console.log(`${isRehearsal ? 'To write' : 'Wrote'}: ${relative(process.cwd(), file)}`);
  }
}
