import { type Answer, described, idIn } from './answers.ts';
import type { Connection } from './connection.ts';
import { queryOf } from './query.ts';
import type { Id } from './shapes.ts';

export interface OwnSession {
  readonly id: Id;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  readonly address: string;
  readonly agent: string;
  readonly proved_by: readonly string[];
  readonly create_time: number;
  readonly refreshed_time: number;
  readonly expire_time: number;
}

/** The factors of an account besides its password. */
export interface OwnFactors {
  readonly enabled: boolean;
  readonly required: boolean;
  /** The deadline for setting up a required factor. */
  readonly due_time: number | null;
  readonly totp: { readonly create_time: number; readonly used_time: number | null } | null;
  readonly passkeys: readonly { readonly id: Id; readonly name: string }[];
  readonly recovery_codes: number;
  readonly devices: readonly { readonly id: Id; readonly agent: string; readonly expire_time: number }[];
}

/** A code of the app or a recovery code, the answer of a passkey, or the password of a user without a second factor. */
export type Proof = { readonly code: string } | { readonly passkey: unknown } | { readonly password: string };

/** An action on a collection or one of its fields, or a route. */
export type AccessQuestion =
  | { readonly collection: string; readonly action?: string; readonly field?: string }
  | { readonly path: string; readonly method?: string };

export interface MissingPermission {
  readonly key: string;
  readonly name: string;
  readonly module: string;
}

export interface OwnAccess {
  readonly records: 'all' | 'some' | 'none';
  readonly rules: readonly string[];
  /** One of them is enough for a rule. */
  readonly missing: readonly MissingPermission[];
}

export interface OwnRefusal {
  readonly request_id: string;
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly rule: string | null;
  readonly missing: readonly MissingPermission[];
}

/** The account of the signed-in user. */
export class AccountClient {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async sessions(): Promise<readonly OwnSession[]> {
    return recordsIn(await this.#connection.request('GET', '/cms/user/sessions'));
  }

  async endSession(id: Id): Promise<void> {
    await this.#connection.request('DELETE', `/cms/user/sessions/${encodeURIComponent(id)}`);
  }

  /** Ends all sessions but the one that asks. */
  async endOtherSessions(): Promise<void> {
    await this.#connection.request('DELETE', '/cms/user/sessions');
  }

  async factors(): Promise<OwnFactors> {
    const { passkeys, devices, ...rest } = await this.#connection.request('GET', '/cms/user/second-factor');
    return described({ ...rest, passkeys: recordsIn(passkeys), devices: recordsIn(devices) });
  }

  /** Proves again who one is: what cannot be undone asks for it, with status 403 and code 10302. */
  async prove(proof: Proof): Promise<void> {
    await this.#connection.request('POST', '/cms/user/reauthentication', { body: proof });
  }

  /** What the user may do, and which permissions would suffice for more. */
  async access(question: AccessQuestion): Promise<OwnAccess> {
    return described(await this.#connection.request('GET', '/cms/user/access', { query: queryOf(question) }));
  }

  /** Why an own request was refused, by the `requestId` of its error. */
  async refusal(requestId: string): Promise<OwnRefusal> {
    return described(
      await this.#connection.request('GET', `/cms/user/refusals/${encodeURIComponent(requestId)}`),
    );
  }
}

function recordsIn<Item>(records: unknown): readonly Item[] {
  return (records as readonly Answer[]).map((one) => described<Item>({ ...one, id: idIn(one) }));
}
