import {
  addressed,
  createUser,
  findByAddress,
  named,
  noPassword,
  requireFreeName,
  user,
} from '../../../access/index.ts';
import { Problem } from '../../../definitions/problem.ts';
import { isRefusal } from '../../../errors.ts';
import type { Writes } from '../../../records/write/writes.ts';
import { KIND, type MovedPerson } from '../source.ts';
import { type Move, reasonOf, writeMoved } from './move.ts';

/** The longest name of a user, and how many further names are tried where one is taken. */
const LONGEST = 24;
const MOST_TRIES = 50;

/**
 * Users come without passwords. Who has the address of a user here is that user, whose groups stay as they are. Nobody becomes a
 * super administrator.
 */
export async function movePeople(move: Move): Promise<void> {
  const { report, known, source } = move;
  let created = 0;
  for await (const person of source.people()) {
    const before = (await known.find(KIND.person, [person.key])).get(person.key);
    if (before) report.count('people', 'unchanged');
    else if (await movePerson(move, person)) created += 1;
  }
  if (created > 0)
    report.note(
      'People come without passwords. They ask for a link by which they set one, or an administrator gives them one: quire user reset <user name>',
    );
}

async function movePerson(move: Move, person: MovedPerson): Promise<boolean> {
  const { report, known, store, isRehearsal } = move;
  const email = addressOf(move, person);
  const here = email === null ? undefined : await findByAddress(store.reads, email);
  const remember = (writes: Writes, target: bigint) =>
    known.remember(writes, { kind: KIND.person, key: person.key, target }, undefined);
  if (here) {
    if (!isRehearsal) await writeMoved(move, (writes) => remember(writes, here.id));
    report.count('people', 'left alone');
    return false;
  }
  try {
    if (!isRehearsal)
      await writeMoved(move, async (writes, inOriginal) => {
        const account = {
          ...named(await freeName(writes, person.username)),
          nickname: [...person.nickname.trim()].slice(0, LONGEST).join(''),
          active: person.isActive,
          ...addressed(email),
          credential: noPassword(),
        };
        const target = await createUser(inOriginal(undefined), account, await groupsOf(move, person));
        await remember(writes, target);
      });
    report.count('people', 'created');
    return true;
  } catch (error) {
    report.refuse('person', person.key, reasonOf(error));
    return false;
  }
}

/** An address that no account may have is left out: nobody needs it to sign in. */
function addressOf({ report }: Move, { key, email }: MovedPerson): string | null {
  if (email === null || email === '') return null;
  const cleaned = user.fields.email.clean(email);
  if (!(cleaned instanceof Problem)) return cleaned;
  report.note(`Person ${key} comes without an address: theirs is not one`);
  return null;
}

async function groupsOf({ known }: Move, { groups }: MovedPerson): Promise<bigint[]> {
  return [...(await known.find(KIND.group, groups)).values()].map(({ target_id }) => target_id);
}

/** The name, or one with a number where it is taken or reserved. Throws if none is free. */
async function freeName(writes: Writes, wanted: string): Promise<string> {
  const base = [...wanted.normalize('NFKC').replace(/\s+/g, '.')].slice(0, LONGEST).join('');
  const start = base.length < 2 ? `user-${base}` : base;
  for (let tried = 1; ; tried += 1) {
    const suffix = tried === 1 ? '' : `-${tried}`;
    const name = `${[...start].slice(0, LONGEST - suffix.length).join('')}${suffix}`;
    try {
      await requireFreeName(writes, name);
      return name;
    } catch (error) {
      if (!isRefusal(error) || tried === MOST_TRIES) throw error;
    }
  }
}
