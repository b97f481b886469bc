import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grant, group, groupNamed, LEVEL, permission } from '../access/index.ts';
import { CannotStart } from '../errors.ts';
import { makeSeedFiles, seed } from '../project/index.ts';
import { systemContext } from '../records/store/write-context.ts';
import { settingsFrom } from '../settings.ts';
import { suggestion } from '../shared/text/words.ts';
import { openServer, type Server } from '../start.ts';
import { type ServerSettings, settingTexts } from './server-settings.ts';
import type { Person, TestApp } from './test-app.ts';
import { makeTestClient } from './test-client.ts';
import { makeProcessClock } from './test-clock.ts';
import { makeTestWork } from './test-work.ts';

/** Opens a test app, and the server behind it. */
export async function openTestServer(
  settings: ServerSettings = {},
): Promise<{ readonly server: Server; readonly app: TestApp }> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  const mailDir = join(folder, 'mail');
  const removeFiles = () => rmSync(folder, { recursive: true, force: true });
  try {
    const password = newPassword();
    const server = await openServer(
      settingsFrom({
        DATABASE_URL: `file:${join(folder, 'test.db')}`,
        UPLOAD_DIR: join(folder, 'uploads'),
        MAIL_DIR: mailDir,
        QUIRE_SECRET: randomBytes(32).toString('base64url'),
        QUIRE_ADMIN_PASSWORD: password,
        SAMPLE_DATA: 'false',
        LOG_LEVEL: 'error',
        LOG_FORMAT: 'text',
        ...settingTexts(settings),
      }),
    );
    const processClock = makeProcessClock();
    const people = await peopleOf(server, password);
    const close = async () => {
      await server.close().finally(removeFiles);
      processClock.reset();
    };
    const { store, project, takeFile } = server;
    const files = makeSeedFiles(project.root, takeFile?.(false), false);
    const testApp: TestApp = {
      ...people.of,
      ...makeTestWork(server, mailDir, (time) => {
        processClock.set(time);
        people.signInAgain();
      }),
      seed: () => store.write(systemContext('seed'), (writes) => seed(writes, project, files, () => {})),
      idle: () => store.jobs.idle(),
      close,
      [Symbol.asyncDispose]: close,
    };
    return { server, app: testApp };
  } catch (error) {
    removeFiles();
    throw error;
  }
}

async function peopleOf({ app, store }: Server, rootPassword: string) {
  /** People whose tokens the clock may have outlived. */
  let outlived = new WeakSet<Person>();
  const known: Person[] = [];
  const tokenOf = async (person: Person | undefined): Promise<string | undefined> => {
    if (person && outlived.delete(person))
      Object.assign(person, { token: await signIn(person.username, person.password) });
    return person?.token;
  };
  const as = (person?: Person) => makeTestClient(app, () => tokenOf(person));
  const signIn = async (username: string, password: string): Promise<string> => {
    const { body } = await as().post<{ access_token: string }>('/cms/user/login', { username, password });
    return body.access_token;
  };
  const token = await signIn('root', rootPassword);
  const root: Person = { id: 1, username: 'root', password: rootPassword, token };
  known.push(root);
  let count = 0;

  const of = {
    root,
    as,
    async person(...permissions: readonly string[]): Promise<Person> {
      const [username, password] = [`person${++count}`, newPassword()];
      const groupIds = permissions.length === 0 ? [] : [await groupWith(store, username, permissions)];
      const { status, body, text } = await as(root).post<{ id: number }>('/cms/user/register', {
        username,
        password,
        confirm_password: password,
        group_ids: groupIds.map(Number),
      });
      if (status >= 300) throw new Error(`no person could be made: ${text}`);
      const person = { id: body.id, username, password, token: await signIn(username, password) };
      known.push(person);
      return person;
    },
  };
  const signInAgain = () => {
    outlived = new WeakSet(known);
  };
  return { of, signInAgain };
}

/** A new group that holds these permissions; returns its id. */
function groupWith(store: Server['store'], name: string, permissions: readonly string[]): Promise<bigint> {
  return store.writeAlone(systemContext('test'), async (writes) => {
    const known = await writes.where(permission, (select) => select.where('mount', '=', true));
    const id = await writes.create(group, { ...groupNamed(name), info: '', level: LEVEL.user });
    for (const wanted of permissions) {
      const found = known.find((one) => one.name === wanted || one.key === wanted);
      if (!found) throw new CannotStart(unknownPermission(wanted, known));
      await writes.create(grant, { group_id: id, permission_id: found.id });
    }
    return id;
  });
}

function unknownPermission(wanted: string, known: readonly { name: string; key: string }[]): string {
  const words = known.flatMap(({ name, key }) => [key, name]);
  const allowed = known.map(({ name, key }) => `${key} or ${name}`).join(', ');
  return `there is no permission '${wanted}'${suggestion(wanted, words)} (allowed: ${allowed})`;
}

function newPassword(): string {
  return randomBytes(12).toString('base64url');
}
