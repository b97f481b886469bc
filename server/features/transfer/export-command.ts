import { extname } from 'node:path';
import { parse } from 'node:querystring';
import { parseArgs } from 'node:util';
import { operatorDoor } from '../../access/operator.ts';
import { gatherFilter } from '../../http/sent-filters.ts';
import { collectionNamed, formatNamed } from '../../module/commands/collection-named.ts';
import { type Command, type CommandHost, Misuse } from '../../module/commands/command.ts';
import { writeWhole } from '../../module/commands/write-whole.ts';
import { openUploads } from '../../storage/open-uploads.ts';
import { writeArchive } from '../move-in/exports.ts';

const ASKABLE: ReadonlySet<string> = new Set(['filter', 'q', 'sort', 'fields']);

export const exportCollection: Command = {
  usage:
    '<collection> --out <file> [--format csv|jsonl|json] [--query <list query, "sort=-id&fields=title">] | --all <file.zip>',
  summary:
    'Writes all records of a collection to a file. Without --format, the file name decides the format. --all writes everything to an archive, for another Quire and for others.',
  async run(args, { withServer }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'string' },
        out: { type: 'string' },
        format: { type: 'string' },
        query: { type: 'string' },
      },
    });
    const [name] = positionals;
    const { all, out } = values;
    if (all !== undefined) {
      if (name !== undefined || Object.keys(values).length > 1)
        throw new Misuse('--all takes a file, and nothing else');
      return exportAll(all, withServer);
    }
    if (name === undefined || positionals.length > 1) throw new Misuse('name one collection to export');
    if (out === undefined) throw new Misuse('name the file to write: --out <file>');
    const format = formatNamed(values.format ?? extname(out).slice(1));
    const query = readQuery(values.query ?? '');
    await withServer(async ({ store }) => {
      const definition = collectionNamed(store.catalogue, name);
      await writeWhole(out, operatorDoor(store, 'export').export(definition, { ...query, format }));
    });
  },
};

function exportAll(out: string, withServer: CommandHost['withServer']): Promise<void> {
  return withServer(async ({ store }, settings) => {
    const { storage } = openUploads(settings);
    const say = (line: string) => console.error(line);
    await writeWhole(out, writeArchive({ store, storage, say }));
    console.log(`Wrote ${out}: its manifest.json says what is in it, and what is left out`);
  });
}

function readQuery(text: string) {
  const query = gatherFilter(parse(text));
  const unknown = Object.keys(query).find((name) => !ASKABLE.has(name));
  if (unknown !== undefined)
    throw new Misuse(`--query cannot contain '${unknown}'; allowed: ${[...ASKABLE].join(', ')}`);
  return query;
}
