import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { parse } from 'node:querystring';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { gatherFilter } from '../http/gather-filter.ts';
import { allRights } from '../records/rights.ts';
import { type Command, Misuse } from './command.ts';
import { formatNamed, recordNamed } from './record-named.ts';
import { withServer } from './with-server.ts';

const ASKABLE: ReadonlySet<string> = new Set(['filter', 'q', 'sort', 'fields']);

export const exportRecord: Command = {
  usage: '<record> --out <file> [--format csv|jsonl|json] [--query <as of a list: "sort=-id&fields=title">]',
  summary: 'writes all rows of a record into a file, in the form that its name ends with unless one is given',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, format: { type: 'string' }, query: { type: 'string' } },
    });
    const [name] = positionals;
    const { out } = values;
    if (name === undefined || positionals.length > 1) throw new Misuse('which record shall be exported?');
    if (out === undefined) throw new Misuse('into which file? Add --out <file>');
    const format = formatNamed(values.format ?? extname(out).slice(1));
    const query = readQuery(values.query ?? '');
    await withServer(async ({ records }) => {
      const definition = recordNamed(records.catalogue, name);
      await writeWhole(
        out,
        records.export(definition, { ...query, format }, async () => allRights),
      );
    });
  },
};

function readQuery(text: string) {
  const query = gatherFilter(parse(text));
  const unknown = Object.keys(query).find((name) => !ASKABLE.has(name));
  if (unknown !== undefined) throw new Misuse(`an export cannot be asked for '${unknown}'`);
  return query;
}

/** The file is there when it is whole; until then it has another name. */
async function writeWhole(out: string, portions: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${out}.part`;
  try {
    await pipeline(portions, createWriteStream(draft));
    await rename(draft, out);
  } catch (error) {
    await rm(draft, { force: true });
    if (!(error instanceof AppError)) throw error;
    console.error(error.text);
    process.exitCode = 1;
  }
}
