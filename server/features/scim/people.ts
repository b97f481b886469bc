import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import {
  foldedKey,
  type GroupSummary,
  group,
  groupsOf,
  isLiving,
  LEVEL,
  membership,
  named,
  user,
} from '../../access/index.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/store/reads.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { directoryEntry } from './directory-entry.collection.ts';
import type { Filter } from './filter.ts';
import { message } from './messages/message.ts';
import { scimError } from './scim-error.ts';

/** A user as directories see them. */
export interface Person {
  readonly id: bigint;
  readonly username: string;
  readonly nickname: string;
  readonly email: string | null;
  readonly active: boolean;
  readonly create_time: number;
  readonly update_time: number;
  /** The directory's own name and id; null for a user whom it did not provision. */
  readonly user_name: string | null;
  readonly external_id: string | null;
  readonly groups: readonly GroupSummary[];
}

const shape: Shape = {
  id: { type: 'bigint' },
  username: { type: 'text' },
  nickname: { type: 'text' },
  email: { type: 'text' },
  active: { type: 'boolean' },
  create_time: { type: 'time' },
  update_time: { type: 'time' },
  user_name: { type: 'text' },
  external_id: { type: 'text' },
};

type Where = ExpressionBuilder<Tables, string>;

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** The people that directories manage: neither programs nor super administrators. */
export async function listPeople(reads: Reads, filter: Filter | undefined, { offset, limit }: Window) {
  const narrowed = people(reads, filter);
  const [counted] = await reads.records<{ total: number }>(
    narrowed.select((e) => e.fn.countAll().as('total')),
    { total: { type: 'integer' } },
  );
  const records = limit === 0 ? [] : await readPeople(reads, narrowed, { offset, limit });
  return { total: counted?.total ?? 0, records };
}

/** One of these people. Throws for anybody else, as if there were none. */
export async function getPerson(reads: Reads, id: string): Promise<Person> {
  const filter: Filter = { attribute: 'id', value: id };
  const [found] = await readPeople(reads, people(reads, filter), { offset: 0, limit: 1 });
  if (!found) throw new AppError('userNotFound');
  return found;
}

/** Which of these ids belong to people that directories manage. */
export async function peopleAmong(reads: Reads, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set();
  const found = await reads.records<{ id: bigint }>(
    people(reads, undefined).where('u.id', 'in', ids).select('u.id'),
    { id: { type: 'bigint' } },
  );
  return new Set(found.map(({ id }) => id));
}

/** The key under which a directory's name is found: names do not depend on case. */
export function userNameKey(userName: string): string {
  return hashOf(foldCase(userName));
}

function people(reads: Reads, filter: Filter | undefined) {
  const chiefs = reads.query
    .selectFrom(`${membership.name} as cm`)
    .innerJoin(`${group.name} as cg`, 'cg.id', 'cm.group_id')
    .select('cm.user_id')
    .where('cg.level', '=', LEVEL.root)
    .where(isLiving('cm'));
  const all = reads.query
    .selectFrom(`${user.name} as u`)
    .leftJoin(`${directoryEntry.name} as d`, 'd.user_id', 'u.id')
    .where('u.is_service', '=', false)
    .where('u.id', 'not in', chiefs);
  return filter === undefined ? all : all.where((e) => conditionOf(e, filter));
}

async function readPeople(
  reads: Reads,
  narrowed: ReturnType<typeof people>,
  { offset, limit }: Window,
): Promise<Person[]> {
  const records = await reads.records<Omit<Person, 'groups'>>(
    narrowed
      .select(['u.id', 'u.username', 'u.nickname', 'u.email', 'u.active', 'u.create_time', 'u.update_time'])
      .select(['d.user_name', 'd.external_id'])
      .orderBy('u.id')
      .limit(limit)
      .offset(offset),
    shape,
  );
  const groups = await groupsOf(
    reads,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({ ...record, groups: groups.get(record.id) ?? [] }));
}

function conditionOf(e: Where, filter: Filter): Expression<SqlBool> {
  if ('both' in filter) return e.and(filter.both.map((one) => conditionOf(e, one)));
  if ('either' in filter) return e.or(filter.either.map((one) => conditionOf(e, one)));
  const { attribute, value } = filter;
  if (attribute === 'active' && value !== undefined)
    return e('u.active', '=', String(value).toLowerCase() === 'true');
  if (value === undefined || typeof value === 'string') {
    const found = textCondition(e, attribute, value);
    if (found) return found;
  }
  throw scimError('invalidFilter', attribute, message('notFilteredByDirectory'));
}

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'u.id',
  username: 'u.username',
  externalid: 'd.external_id',
  displayname: 'u.nickname',
  'name.formatted': 'u.nickname',
  emails: 'u.email',
  'emails.value': 'u.email',
};

function textCondition(
  e: Where,
  attribute: string,
  value: string | undefined,
): Expression<SqlBool> | undefined {
  const column = Object.hasOwn(COLUMNS, attribute) ? COLUMNS[attribute] : undefined;
  if (column === undefined) return undefined;
  if (value === undefined) return e(column, 'is not', null);
  if (!value.isWellFormed() || value.includes('\0'))
    throw scimError('invalidFilter', attribute, message('badCharacters'));
  if (attribute === 'id') return e('u.id', '=', /^[1-9]\d{0,17}$/.test(value) ? BigInt(value) : 0n);
  if (attribute === 'username') {
    const own = e.and([e('d.name_key', 'is', null), e('u.name_key', '=', named(value).name_key)]);
    return e.or([e('d.name_key', '=', userNameKey(value)), own]);
  }
  return column === 'u.email' ? e('u.email_key', '=', foldedKey(value)) : e(column, '=', value);
}
