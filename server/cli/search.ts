import { parseArgs } from 'node:util';
import type { ServedDefinition } from '../definitions/define-collection.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import { beginIndex, buildBatch, indexStates, renewTrigrams, trigramStates } from '../records/index.ts';
import type { Server } from '../start.ts';
import { withServer } from './shared/with-server.ts';

const BATCH = 500;
/** How often a long build reports its progress. */
const TELL_EVERY = 20_000;

export const search: Command = {
  usage: '[rebuild [<collection>] [--anew]]',
  summary:
    'Tells whether the indexes of words and of parts of words are complete, or builds them again: in place while they are searched, or with --anew from nothing.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      options: { anew: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [word, name, ...others] = positionals;
    if ((word !== undefined && word !== 'rebuild') || others.length > 0 || (values.anew && !word))
      throw new Misuse('search takes nothing, or: rebuild [<collection>] [--anew]');
    await withServer(async (server) => {
      const wanted = searchedCollections(server, name);
      if (word === 'rebuild') {
        for (const one of wanted) await rebuild(server, one, values.anew === true);
        await renewTrigrams(server.store, name === undefined ? server.store.catalogue.all : wanted);
        return;
      }
      for (const line of await indexStates(server.store)) console.log(line);
      for (const line of await trigramStates(server.store)) console.log(line);
    });
  },
};

function searchedCollections({ store }: Server, name: string | undefined): readonly ServedDefinition[] {
  const all = store.catalogue.listed.filter((definition) => definition.search.length > 0);
  if (name === undefined) return all;
  const found = all.find((definition) => definition.name === name);
  if (!found)
    throw new Misuse(
      `no collection '${name}' with a search; allowed: ${all.map((one) => one.name).join(', ') || 'none'}`,
    );
  return [found];
}

async function rebuild({ store }: Server, definition: ServedDefinition, isAnew: boolean): Promise<void> {
  await beginIndex(store, definition, isAnew ? 'anew' : 'again');
  let records = 0;
  let reported = 0;
  for (let isDone = false; !isDone; ) {
    const batch = await buildBatch(store, definition, BATCH);
    isDone = batch.isDone;
    records += batch.records;
    if (records - reported >= TELL_EVERY) {
      reported = records;
      console.error(`${definition.name}: ${records} records`);
    }
  }
  console.log(`${definition.name}: ${records} records indexed`);
}
