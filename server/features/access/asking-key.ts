import { Type } from '../../../contract/json-schema.ts';
import { apiKey, type FindKey, lackOfKey, withSettings, wordsOf } from '../../access/index.ts';
import { isForAll } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { type Message, render } from '../../messages/message.ts';
import type { Reads } from '../../records/store/reads.ts';
import { message } from './messages/message.ts';
import { findPerson, type Person, type Users } from './people.ts';
import type { Subject } from './subject.ts';

export const keyAnswer = Type.Object({
  id: Type.Id(),
  name: Type.String(),
  expired: Type.Boolean(),
  networks: Type.Nullable(Type.Array(Type.String())),
  admits: Type.Optional(Type.Boolean({ about: message('keyAdmits') })),
  lacks: Type.Nullable(Type.String({ about: message('keyLacks') })),
});

/** A program that asks by an API key: its user with the rights that the key leaves, and what else the key demands. */
export interface AskingKey {
  readonly id: bigint;
  readonly name: string;
  readonly person: Person;
  readonly expired: boolean;
  readonly networks: readonly string[] | null;
  /** Whether a request from the given address is admitted; undefined without an address. */
  readonly admits: boolean | undefined;
}

interface Sending {
  readonly now: number;
  readonly address: string | undefined;
}

/** The key as requests with it would be known. Throws if there is no such key. */
export async function findAskingKey(
  { reads, users, findKey }: { readonly reads: Reads; readonly users: Users; readonly findKey: FindKey },
  id: bigint,
  { now, address }: Sending,
): Promise<AskingKey> {
  const record = await reads.find(apiKey, id);
  if (!record) throw new AppError('recordNotFound');
  const owner = await findPerson(reads, users, record.user_id);
  const found = await findKey.byId(id, users.reader);
  return {
    id,
    name: record.name,
    person: found ? { ...owner, actor: found.actor } : { ...owner, isActive: false },
    expired: record.expire_time !== null && record.expire_time <= now,
    networks: wordsOf(record.networks),
    admits: found && address !== undefined ? found.admits(address) : undefined,
  };
}

/** Whether a request is identified by its key. If everybody may read, the key is not looked up. */
function isLookedAt({ guards, asksCaller }: Subject, switchedOff: ReadonlySet<string>): boolean {
  return asksCaller || !guards.every(({ rule }) => isForAll(withSettings(rule, switchedOff)));
}

/** Whether requests with the key get as far as the rules, and what these allow is not barred by the key. */
export function isKeyLetIn(key: AskingKey, subject: Subject, switchedOff: ReadonlySet<string>): boolean {
  const isLiving = key.person.isActive && !key.expired && key.admits !== false;
  if (isLookedAt(subject, switchedOff)) return isLiving && lackFor(key.person, subject) === undefined;
  // Which fields a record shows depends on who asks.
  const hasFieldRules = (subject.collection?.definition.readRules.size ?? 0) > 0;
  return isLiving || !hasFieldRules;
}

/** Why a key is refused although the rules would admit its user. */
function lackFor({ actor }: Person, { guards, reach, needsProof }: Subject): Message | undefined {
  if (needsProof === 'always') return message('keyProvesNothing');
  return guards.map(({ rule }) => lackOfKey(actor, rule, reach)).find((lack) => lack !== undefined);
}

/** A key as an explanation shows it. */
export function toKeyAnswer(
  { person, ...key }: AskingKey,
  subject: Subject,
  { switchedOff, reader }: { readonly switchedOff: ReadonlySet<string>; readonly reader: Language },
) {
  const { id, name, expired, networks, admits } = key;
  const lack = isLookedAt(subject, switchedOff) ? lackFor(person, subject) : undefined;
  return { id, name, expired, networks, admits, lacks: lack ? render(lack, reader) : null };
}
