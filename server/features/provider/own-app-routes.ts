import { apiKey, type Door, done, revokeWhere, success } from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import type { Select } from '../../records/query/select.ts';
import { message } from './messages/message.ts';
import type { ProviderFeature } from './parts.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('providerTag'), access: login, isNotForLin: true } as const;

/** The apps that act in the caller's name. */
export function ownAppRoutes({ scopes }: ProviderFeature): Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/cms/user/apps',
      isTranslated: true,
      summary: message('listOwnApps'),
      answer: schemas.ownApps,
      async handle(door, { language }) {
        const records = await door.reads.where(apiKey, (select) =>
          living(door)(select).orderBy('id', 'desc'),
        );
        const shown = (scope: string) => scopes().wantsIn(scope, language());
        return { items: records.map((record) => ({ ...record, scopes: shown(record.scope ?? '') })) };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/cms/user/apps/:id',
      params: idInPath,
      harmless: 'takes a way in away',
      summary: message('endOwnApp'),
      handle: (door, { params }) =>
        door.write(async (writes) => {
          const id = parseId(params.id);
          const one = (select: Select) => living(door)(select).where('id', '=', id);
          const record = await writes.first(apiKey, one);
          if (!record) throw new AppError('recordNotFound');
          await revokeWhere(writes, one);
          return done(success.deleted, message('ownAppEnded', { app: record.name }));
        }),
    }),
  ];
}

/** The caller's own grants that have not ended. */
function living({ actor, admission }: Door) {
  return (select: Select) =>
    select
      .where('user_id', '=', actor.id)
      .where('app_id', 'is not', null)
      .where('expire_time', '>', admission.now);
}
