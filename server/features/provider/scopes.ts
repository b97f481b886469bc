import { LEVELS, permissionScope } from '../../access/app-scope.ts';
import type { Catalogue, Permission } from '../../definitions/for-server.ts';
import type { Language } from '../../messages/languages.ts';
import { render, type Text } from '../../messages/message.ts';
import { file } from '../../records/file.collection.ts';
import { LASTING } from './grants.ts';
import { message } from './messages/message.ts';

/** Words of OpenID Connect about the person. */
export const ABOUT_PERSON = ['openid', 'profile', 'email'] as const;
/** What strangers are told: names of collections and permissions are not for everybody. */
export const GENERAL_SCOPES: readonly string[] = [...ABOUT_PERSON, LASTING, ...LEVELS];

/** A right that an app asks for, in the words that a person reads. */
export interface Want {
  readonly scope: string;
  readonly text: string;
  /** It cannot be taken away alone: without it, nobody is signed in. */
  readonly isNeeded: boolean;
}

/** What apps may ask for on this server. */
export class Scopes {
  readonly #texts: ReadonlyMap<string, Text>;

  constructor({ served }: Catalogue, permissions: readonly Permission[]) {
    const collections = [...served, file].flatMap(({ name, label }) =>
      LEVELS.map((level): [string, Text] => [`${level}:${name}`, message(ONE[level], { label })]),
    );
    this.#texts = new Map<string, Text>([
      ['openid', message('wantOpenid')],
      ['profile', message('wantProfile')],
      ['email', message('wantEmail')],
      [LASTING, message('wantLasting')],
      ...LEVELS.map((level): [string, Text] => [level, message(ALL[level])]),
      ...collections,
      ...permissions.map(({ key, name }): [string, Text] => [
        permissionScope(key),
        message('wantPermission', { name }),
      ]),
    ]);
  }

  get names(): string[] {
    return [...this.#texts.keys()];
  }

  /** What a request asks for; words that mean nothing here are left out. */
  wantsIn(scope: string, language: Language): Want[] {
    const asked = new Set(withProposals(scope).split(' '));
    return this.names
      .filter((name) => asked.has(name))
      .map((name) => ({
        scope: name,
        text: render(this.#texts.get(name) ?? name, language),
        isNeeded: name === 'openid',
      }));
  }
}

const WRITE = /^write(?=$|:)/;

/** The scope of a request, which asks to propose wherever it asks to write: a person may grant the one without the other. */
export function withProposals(scope: string): string {
  const words = scope.split(' ');
  return [...new Set([...words, ...words.map((word) => word.replace(WRITE, 'propose'))])].join(' ');
}

/** Whether it lets an app change records without anybody else. */
export const isWriteScope = (scope: string): boolean => WRITE.test(scope);

const ALL = { read: 'wantRead', propose: 'wantPropose', write: 'wantWrite' } as const;
const ONE = { read: 'wantReadOne', propose: 'wantProposeOne', write: 'wantWriteOne' } as const;
