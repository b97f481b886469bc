import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ask, signIn } from '../../prepare.ts';
import { temporaryFolder } from '../../servers/quire.ts';
import { type Base, importFile, openSides } from '../open-sides.ts';
import type { Sweep } from '../run-sweep.ts';
import type { Sides } from '../sides.ts';
import { mixed, type Owner, operations, PEOPLE } from './operations.ts';

const OWNED = 10;
/** As many pieces stand beside one diary. */
const DIARIES = 10;
const KINDS = ['news', 'essay', 'letter', 'note'];
const BODY = 'Some words that a reader would skip. '.repeat(14);

/** Every kind of request beside the statements by hand, as one database gets more records. */
export function sweepOfRecords(name: string, sizes: readonly number[], env: Base['env']): Sweep {
  const base = { folder: temporaryFolder(), env };
  let filled = 0;
  let owner: Owner | undefined;
  return {
    name,
    sizes,
    async open(size) {
      if (filled === 0)
        await importRows(base, 'person', [
          'name',
          ...Array.from({ length: PEOPLE }, (_, at) => `person ${at + 1}`),
        ]);
      await importRows(base, 'piece', pieces(filled, size));
      await importRows(base, 'diary', diaries(filled / DIARIES, size / DIARIES));
      filled = size;
      return openSides(base);
    },
    async operations(size, sides) {
      owner ??= await addOwner(sides);
      return operations(size, owner);
    },
  };
}

async function addOwner({ quire: { port }, token: root }: Sides): Promise<Owner> {
  const login = { username: 'owner', password: 'bench-owner-password' };
  const user = { ...login, confirm_password: login.password, group_ids: [] };
  await ask(port, 'POST /cms/user/register', root, user);
  const token = await signIn(port, login);
  for (let at = 1; at <= OWNED; at += 1) await ask(port, 'POST /v1/diary', token, { title: `own ${at}` });
  const { id } = await ask(port, 'GET /cms/user/information', token);
  return { id, token };
}

async function importRows(base: Base, collection: string, lines: Iterable<string>): Promise<void> {
  const file = join(base.folder, `${collection}.csv`);
  await pipeline(Readable.from(Iterator.from(lines).map((line) => `${line}\n`)), createWriteStream(file));
  await importFile(base, collection, file);
}

function* pieces(from: number, to: number): Generator<string> {
  yield 'title,rank,size,kind,person,body';
  for (let at = from + 1; at <= to; at += 1)
    yield `title ${at},${mixed(at)},${mixed(at) % 1000},${KINDS[at % 4]},${1 + (at % PEOPLE)},${BODY}`;
}

function* diaries(from: number, to: number): Generator<string> {
  yield 'title,mood';
  for (let at = from + 1; at <= to; at += 1) yield `day ${at},${at % 5}`;
}
