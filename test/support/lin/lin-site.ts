import assert from 'node:assert/strict';
import { freshApp, PASSWORD } from '../fresh-app.ts';
import { type Build, LinClient } from './lin-client.ts';

/** A server that listens, and clients that come to it from another origin. */
export async function linSite() {
  const app = await freshApp({ publicUrl: undefined });
  const address = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  const client = (build?: Build) => new LinClient(address, build);
  const signedIn = async (username: string, password = PASSWORD, build?: Build) => {
    const signing = client(build);
    assert.ok(await signing.signIn(username, password));
    return signing;
  };
  return { app, address, client, signedIn };
}

/** The names by which the client shows or hides its pages and buttons. */
export const namesOf = (permissions: Record<string, { permission: string }[]>[]) =>
  permissions.flatMap((module) =>
    Object.values(module).flatMap((held) => held.map(({ permission }) => permission)),
  );
