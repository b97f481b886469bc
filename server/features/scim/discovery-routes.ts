import { type Route, route, type ToUrl } from '../../http/index.ts';
import { answered, BASE, listed, MAX_RESULTS, type Resource } from './answers.ts';
import { GROUP } from './group-routes.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';
import { USER } from './user-routes.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** What this server can do, as directories ask for it. */
export function discoveryRoutes(toUrl: ToUrl): Route[] {
  return [
    routeTo('ServiceProviderConfig', () => answered(200, CONFIG)),
    routeTo('Schemas', () => listed(SCHEMAS.length, 1, SCHEMAS)),
    routeTo('ResourceTypes', () => {
      const types = [typeOf('User', USER, toUrl), typeOf('Group', GROUP, toUrl)];
      return listed(types.length, 1, types);
    }),
  ];
}

function routeTo(name: string, answer: () => unknown): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    path: `${BASE}/${name}`,
    summary: message('describeDirectory', { name }),
    handle: async () => answer(),
  });
}

const CONFIG: Resource = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'Authorization: Bearer quire_…',
      primary: true,
    },
  ],
};

function typeOf(name: string, schema: string, toUrl: ToUrl): Resource {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: toUrl(`${BASE}/ResourceTypes/${name}`) },
  };
}

type Kind = 'string' | 'boolean' | 'complex';

function attribute(name: string, type: Kind, more: Resource = {}): Resource {
  return {
    name,
    type,
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const value = attribute('value', 'string');

const SCHEMAS: readonly Resource[] = [
  {
    schemas: [`${CORE}:Schema`],
    id: USER,
    name: 'User',
    attributes: [
      attribute('userName', 'string', { required: true, uniqueness: 'server' }),
      attribute('displayName', 'string'),
      attribute('name', 'complex', { subAttributes: [attribute('formatted', 'string')] }),
      attribute('emails', 'complex', { multiValued: true, subAttributes: [value] }),
      attribute('active', 'boolean'),
      attribute('groups', 'complex', { multiValued: true, mutability: 'readOnly', subAttributes: [value] }),
    ],
  },
  {
    schemas: [`${CORE}:Schema`],
    id: GROUP,
    name: 'Group',
    attributes: [
      attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
      attribute('members', 'complex', { multiValued: true, subAttributes: [value] }),
    ],
  },
];
