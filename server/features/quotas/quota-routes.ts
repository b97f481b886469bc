import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { apiKey, created, done, group, success, user } from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError, badParameters } from '../../errors.ts';
import { bodyId, idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import type { Reads } from '../../records/store/reads.ts';
import { message } from './messages/message.ts';
import { HOLDERS, MOST_OF_QUOTA, type Quota, quota, UNITS, WINDOWS } from './quota.collection.ts';
import { namesOf, topUses } from './shown-uses.ts';
import { spanWords, unitWords } from './told.ts';

/** Every request of a caller is compared with all of theirs, and all are read once a second. */
const MOST_QUOTAS = 200;

const common = { tag: message('quotasTag'), access: superAdministrator } as const;
const one = { ...common, path: '/cms/quota/:id', params: idInPath } as const;

const most = Type.Integer({ minimum: 1, maximum: Number(MOST_OF_QUOTA) });
const kinds = {
  holder: Type.String({ enum: HOLDERS, about: message('quotaHolder') }),
  unit: Type.String({ enum: UNITS, about: message('quotaUnit') }),
  span: Type.String({ enum: WINDOWS, about: message('quotaSpan') }),
  most,
};
const newQuota = Type.Object({
  ...kinds,
  holder_id: Type.Optional({ ...bodyId, about: message('quotaHolderId') } as typeof bodyId),
});
const shownQuota = Type.Object({
  id: Type.Id(),
  ...kinds,
  holder_id: Type.Nullable(Type.Id({ about: message('quotaHolderId') })),
  name: Type.Nullable(Type.String({ about: message('quotaName') })),
  uses: Type.Array(
    Type.Object({ user: Type.String({ about: message('quotaUser') }), used: Type.Integer() }),
    { about: message('quotaUsed') },
  ),
});

/** What callers may use, set by super administrators. `forget` lets the next request of this process see a change. */
export function quotaRoutes(forget: () => void): Route[] {
  return [listQuotas, createQuota(forget), changeQuota(forget), deleteQuota(forget)];
}

const listQuotas = route({
  ...common,
  method: 'GET',
  path: '/cms/quota',
  summary: message('listQuotas'),
  answer: Type.Object({ items: Type.Array(shownQuota) }),
  async handle({ longReads }) {
    const all = await longReads.where(quota, (select) => select.orderBy('id'));
    const [names, uses] = [await namesOf(longReads, all), await topUses(longReads, all, Date.now())];
    const items = all.map((one) => ({
      ...one,
      holder_id: one.holder === 'network' ? null : one.holder_id,
      name: names.get(one) ?? null,
      uses: uses.get(one.id) ?? [],
    }));
    return { items };
  },
});

const createQuota = (forget: () => void) =>
  route({
    ...common,
    method: 'POST',
    path: '/cms/quota',
    summary: message('createQuota'),
    body: newQuota,
    answerFields: newRecord,
    async handle(door, { body }) {
      const result = await door.write(async (writes) => {
        const values = { ...body, holder_id: await readHolder(writes, body), most: BigInt(body.most) };
        if ((await writes.count(quota)) >= MOST_QUOTAS)
          throw badParameters({ '': message('tooManyQuotas', { max: MOST_QUOTAS }) });
        const isKnown = await writes.first(quota, (select) =>
          select
            .where('holder', '=', values.holder)
            .where('holder_id', '=', values.holder_id)
            .where('unit', '=', values.unit)
            .where('span', '=', values.span),
        );
        if (isKnown) throw new AppError('duplicate', { detail: message('quotaKnown') });
        const id = await writes.create(quota, values);
        return created(success.done, message('quotaCreated'), id, `/cms/quota/${id}`);
      });
      forget();
      return result;
    },
  });

const changeQuota = (forget: () => void) =>
  route({
    ...one,
    method: 'PATCH',
    summary: message('changeQuota'),
    body: Type.Object({ most }),
    async handle(door, { params, body }) {
      const result = await door.write(async (writes) => {
        const one = await getQuota(writes, params.id);
        const values = { most: BigInt(body.most) };
        await writes.update(quota, one.id, values);
        return done(success.done, message('quotaChanged', await inWords(writes, { ...one, ...values })));
      });
      forget();
      return result;
    },
  });

const deleteQuota = (forget: () => void) =>
  route({
    ...one,
    method: 'DELETE',
    summary: message('deleteQuota'),
    async handle(door, { params }) {
      const result = await door.write(async (writes) => {
        const one = await getQuota(writes, params.id);
        await writes.remove(quota, one.id);
        return done(success.deleted, message('quotaDeleted', await inWords(writes, one)));
      });
      forget();
      return result;
    },
  });

const HOLDER_WORDS = { key: 'quotaOfKey', user: 'quotaOfUser', group: 'quotaOfGroup' } as const;

/** What the log says of a quota. Its holder may be gone. */
async function inWords(reads: Reads, one: Quota) {
  const { id, holder, holder_id, most, unit, span } = one;
  const name = (await namesOf(reads, [one])).get(one) ?? String(holder_id);
  return {
    ...{ id: String(id), most: String(most), unit: unitWords[unit], span: spanWords[span] },
    holder: holder === 'network' ? message('quotaOfNetwork') : message(HOLDER_WORDS[holder], { name }),
  };
}

async function getQuota(reads: Reads, id: string): Promise<Quota> {
  const found = await reads.find(quota, parseId(id));
  if (!found) throw new AppError('recordNotFound');
  return found;
}

/** Whom a new quota is for. Throws if there is nobody. */
async function readHolder(
  reads: Reads,
  { holder, holder_id }: Pick<TypeOf<typeof newQuota>, 'holder' | 'holder_id'>,
): Promise<bigint> {
  if (holder === 'network') {
    if (holder_id !== undefined) throw badParameters({ holder_id: message('quotaOfNetworks') });
    return 0n;
  }
  if (holder_id === undefined) throw badParameters({ holder_id: message('quotaNeedsHolder') });
  const definition = { key: apiKey, user, group }[holder];
  if (!(await reads.find(definition, holder_id))) throw badParameters({ holder_id: message('noSuchHolder') });
  return holder_id;
}
