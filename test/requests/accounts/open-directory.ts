import assert from 'node:assert/strict';
import { freshApp } from '../../support/fresh-app.ts';

interface Resource {
  readonly meta: Readonly<Record<string, string>>;
  readonly id: string;
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly active: boolean;
  readonly emails?: { value: string }[];
  readonly groups: { display: string }[];
  readonly members: { value: string }[];
  readonly totalResults: number;
  readonly Resources: Resource[];
  readonly scimType?: string;
  readonly status?: string;
}

/** A server, and a directory that provisions its accounts. */
export async function openDirectory() {
  const app = await freshApp({ language: 'en', scim: true });
  const groupId = await app.groupWith('directory.provision');
  const robot = await app.root.make('/cms/service-user', { username: 'directory', group_ids: [groupId] });
  const { key } = await app.root.done<{ key: string }>('POST /cms/key', {
    user_id: robot,
    name: 'sync',
    manages_accounts: true,
  });

  /** A request as a directory sends it. */
  async function scim(method: string, path: string, body?: unknown, token: string = key) {
    const answer = await app.request<Resource>(method, `/scim/v2/${path}`, {
      ...(token !== '' && { token }),
      headers: { 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body }),
    });
    const isScim = String(answer.headers['content-type']).startsWith('application/scim+json');
    assert.ok(isScim || answer.text === '', answer.text);
    return {
      status: answer.status,
      headers: answer.headers,
      body: (answer.text === '' ? {} : JSON.parse(answer.text)) as Resource,
    };
  }
  const patch = (path: string, ...operations: unknown[]) =>
    scim('PATCH', path, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    });
  let count = 0;
  const newUser = (more: Record<string, unknown> = {}) => {
    const userName = `ada.lovelace.number${++count}@company.example`;
    return {
      userName,
      externalId: `ext ${count}`,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      ...more,
    };
  };
  const create = async (more: Record<string, unknown> = {}) => {
    const made = await scim('POST', 'Users', newUser(more));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };

  return { app, robot, scim, patch, newUser, create };
}
