import { Type } from '../../../contract/json-schema.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from './messages/message.ts';
import type { ProviderFeature } from './parts.ts';
import { GENERAL_SCOPES } from './scopes.ts';

const PATH = '/.well-known/oauth-protected-resource';

/** Tells clients which provider gives tokens for this server (RFC 9728), and for its addresses for agents and the API. */
export function resourceRoutes({ issuer }: ProviderFeature): Route[] {
  return ['', '/mcp', '/api', '/api/mcp'].map((resource) =>
    route({
      method: 'GET',
      path: PATH + resource,
      tag: message('providerTag'),
      access: everyone,
      asksNobody: true,
      isNotForLin: true,
      summary: message('protectedResource'),
      answer: Type.Object({
        resource: Type.String(),
        authorization_servers: Type.Array(Type.String()),
        scopes_supported: Type.Array(Type.String()),
        bearer_methods_supported: Type.Array(Type.String()),
      }),
      handle: () => ({
        resource: issuer + resource,
        authorization_servers: [issuer],
        scopes_supported: GENERAL_SCOPES,
        bearer_methods_supported: ['header'],
      }),
    }),
  );
}
