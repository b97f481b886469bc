/**
 * A whole server of its own for a project's tests.
 *
 * @module quire-cms/testing
 */
import { openTestServer } from './open-test-app.ts';
import type { ServerSettings } from './server-settings.ts';
import type { TestApp } from './test-app.ts';

export type { ServerSettings } from './server-settings.ts';
export type { Mailbox, MailTo, Person, TestApp, TestClock, TestMail } from './test-app.ts';
export type { TestAnswer, TestClient, TestRequest } from './test-requests.ts';

/**
 * Opens a server with the definitions of `./content` on a new database, which is removed when the server closes. Samples are
 * left out and the log is quiet, unless settings say otherwise. Throws CannotStart like a server's start.
 */
export async function openTestApp(settings: ServerSettings = {}): Promise<TestApp> {
  return (await openTestServer(settings)).app;
}
