import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { BodyOf } from '../bodies.ts';
import type { Answer, Client, Plain } from '../client.ts';
import { type FreshApp, PASSWORD, type Person, type Tokens } from '../fresh-app.ts';
import { type Asked, Authenticator } from './authenticator.ts';

const STEP_MS = 30_000;

/** An authenticator app in software. */
export interface App {
  /** The code of a step: of the current one, or of one that many steps later. */
  code(later?: number): string;
}

export type Overview = BodyOf<'GET /cms/user/second-factor'>;

/** Second factors of this app's users. */
export function secondFactorsOf(app: FreshApp) {
  const path = '/cms/user/second-factor';

  /** Sets an authenticator app up. The step of its first code is used. */
  async function setUpApp(person: Client): Promise<{ app: App; codes: readonly string[] }> {
    const { secret } = await person.done<{ secret: string }>(`POST ${path}/totp`);
    const own = appOf(secret);
    const confirmed = await person.done<{ recovery_codes?: string[] }>(`PUT ${path}/totp`, {
      code: own.code(-1),
    });
    return { app: own, codes: confirmed.recovery_codes ?? [] };
  }

  /** Adds a passkey. */
  async function addPasskey(person: Client, device = new Authenticator(), name = 'laptop') {
    const asked = await person.done<Asked & Plain>(`POST ${path}/passkey/options`);
    const made = await person.done<{ id: number; recovery_codes?: string[] }>(`POST ${path}/passkey`, {
      name,
      passkey: device.register(asked),
    });
    return { device, ...made };
  }

  const logInWith = (username: string, given: object, sent: { address?: string } = {}) =>
    app.request<Plain & Tokens & { device?: string }>('POST', '/cms/user/login', {
      ...sent,
      body: { username, password: PASSWORD, ...given },
    });

  /** A sign-in with a factor that must succeed. */
  async function signInWith(username: string, given: object) {
    const answer = await logInWith(username, given);
    assert.equal(answer.status, 200, answer.text);
    return {
      ...app.as(answer.body.access_token),
      access: answer.body.access_token,
      device: answer.body.device,
    };
  }

  const signInOptions = () => app.nobody.done<Asked & Plain>('POST /cms/user/passkey/options');
  const passkeyLogin = async (device: Authenticator, asked?: Asked) =>
    app.nobody.post<Plain & Tokens>('/cms/user/passkey/login', {
      passkey: device.answer(asked ?? (await signInOptions())),
    });

  /** A user with an authenticator app. */
  async function protectedPerson(groupIds: readonly number[] = []) {
    const person: Person = await app.person(groupIds);
    return { ...person, ...(await setUpApp(person)) };
  }

  const overview = (person: Client) => person.read<Overview>(path);
  /** Makes the proof of all sessions of a user old. */
  const age = (userId: number, minutes = 60) =>
    app.behind(
      'update quire_session set proved_time = ? where user_id = ?',
      Date.now() - minutes * 60_000,
      userId,
    );
  return {
    path,
    setUpApp,
    addPasskey,
    logInWith,
    signInWith,
    signInOptions,
    passkeyLogin,
    protectedPerson,
    overview,
    age,
  };
}

/** Status and code of an answer. */
export function outcomeOf({ status, body }: Answer<Plain>): unknown[] {
  return [status, body.error_code ?? body.code];
}

export function appOf(secret: string): App {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (later = 0) => totp.generate({ timestamp: Date.now() + later * STEP_MS }) };
}
