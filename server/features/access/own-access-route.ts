import { Type } from '../../../contract/json-schema.ts';
import { type Catalogue, login, wordsFor } from '../../definitions/for-server.ts';
import { type Route, route } from '../../http/route.ts';
import { render } from '../../messages/message.ts';
import {
  explainAll,
  extentOf,
  extentOfRecords,
  missingOf,
  permissions,
  toPermissions,
} from './explanations.ts';
import { message } from './messages/message.ts';
import { PROOFS, proofAsked, type Users } from './people.ts';
import { findSubject, subjectQuery } from './subject.ts';

/**
 * What the caller lacks for something. Conditions are left out, because they may name what the caller must not know. The rules
 * in words are in the API's description as well.
 */
export function ownAccessRoute(
  catalogue: Catalogue,
  routes: readonly Route[],
  { factorPolicy: policy }: Pick<Users, 'factorPolicy'>,
): Route {
  return route({
    method: 'GET',
    path: '/cms/user/access',
    tag: message('accessTag'),
    access: login,
    summary: message('ownAccess'),
    query: Type.Object(subjectQuery),
    answer: Type.Object({
      records: extentOfRecords,
      proof: Type.String({ enum: PROOFS, about: message('proofAsked') }),
      rules: Type.Array(Type.String()),
      missing: permissions,
    }),
    isTranslated: true,
    async handle({ actor, admission: { switchedOff, now } }, { query, language }) {
      const reader = language();
      const subject = findSubject(catalogue, routes, query);
      const { guards } = subject;
      const explained = explainAll(guards, actor, switchedOff);
      return {
        records: extentOf(explained),
        proof: proofAsked(actor, subject, { policy, now }),
        rules: guards.map(({ rule }) => render(wordsFor(rule), reader)),
        missing: toPermissions(missingOf(explained, actor), reader),
      };
    },
  });
}
