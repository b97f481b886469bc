import { givesSetting, readSettingsTable } from '../../definitions/project/read-settings.ts';
import { boolean, optional, required, text, texts } from '../../definitions/project/setting-kinds.ts';
import { isLoopback } from '../../http/edge/request-head.ts';
import type { FurtherSettings } from '../../module/further-settings.ts';
import type { CamelCased } from '../../settings/camel-case.ts';
import type { Environment } from '../../shared/system/environment.ts';
import type { ProviderSettings } from './provider.ts';

const isName = (value: string) => /^[a-z][a-z0-9]{0,19}$/.test(value);

/** An issuer whose answers nobody on the way can change: https, or this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url?.username === '' && url.search === '' && url.hash === '' && value.length <= 255;
}

/** A mapping: the group of a name behind the last `=`, for the value of a claim before it. */
function readGroups(value: string): [claimed: string, group: string][] {
  const pairs = value.split(';').filter((pair) => pair.trim() !== '');
  return pairs.map((pair) => {
    const end = pair.lastIndexOf('=');
    return [pair.slice(0, Math.max(0, end)).trim(), pair.slice(end + 1).trim()];
  });
}

/** The settings that all providers share. */
export const oidcSettings = {
  OIDC_PROVIDERS: texts({
    initial: '',
    meaning:
      'OpenID Connect providers by which people may sign in. Each has settings of its own, such as OIDC_COMPANY_ISSUER for `company`.',
    allowed: 'names of small letters and digits, separated by commas',
    fits: isName,
  }),
  OIDC_RETURN_URLS: texts({
    initial: '',
    meaning:
      'Pages of your own to which a sign-in through a provider may return. The console needs no entry.',
    allowed: 'complete addresses without a query, separated by commas',
    fits: (value) => /^[a-z][a-z0-9+.-]*:\/\/[^\s?#]+$/.test(value),
  }),
};

/** The settings of one provider, by their names in the environment. */
function providerTable(name: string) {
  const named = <const Suffix extends string>(suffix: Suffix) => `OIDC_${name}_${suffix}`;
  return {
    [named('ISSUER')]: required({
      meaning: 'Issuer of the provider, exactly as it names itself.',
      allowed: 'https:// and a host; http:// for this machine',
      fits: isIssuer,
    }),
    [named('CLIENT_ID')]: required({
      meaning: 'What the provider calls this server.',
      allowed: 'the client id that the provider gave',
      fits: (value) => value.length <= 255,
    }),
    [named('CLIENT_SECRET')]: optional({
      meaning: 'Secret of this server at the provider. A public client has none.',
      allowed: 'the client secret that the provider gave',
    }),
    [named('LABEL')]: optional({
      meaning: 'What people call the provider. By default its name.',
      allowed: 'at most 60 characters',
      fits: (value) => [...value].length <= 60,
    }),
    [named('SCOPES')]: text({
      initial: 'openid email profile',
      meaning: 'Scopes that are asked for.',
      allowed: 'openid and others, separated by blanks',
      fits: (value) => value.split(' ').includes('openid') && /^[\x21\x23-\x5b\x5d-\x7e ]+$/.test(value),
    }),
    [named('CREATE_USERS')]: boolean({
      initial: false,
      meaning: 'Whether somebody without an account gets one at their first sign-in.',
    }),
    [named('LINK_BY_ADDRESS')]: boolean({
      initial: false,
      meaning:
        'Whether a first sign-in with an address that the provider has verified links the account of this address. Switch it on only for a provider that you trust with every address.',
    }),
    [named('GROUPS_CLAIM')]: optional({
      meaning: 'Claim that names the groups of a user; points lead into objects.',
      allowed: 'a claim such as groups or realm_access.roles',
    }),
    [named('GROUPS')]: optional({
      meaning: 'Groups that follow from the claim; others are left alone.',
      allowed: 'claimed=Group name pairs, separated by semicolons',
      fits: (value) => readGroups(value).every(([claimed, group]) => claimed !== '' && group !== ''),
    }),
    [named('SIGN_OUT')]: boolean({
      initial: false,
      meaning: 'Whether signing out ends the session at the provider too.',
    }),
    [named('SECOND_FACTOR')]: optional({
      meaning:
        'What the provider calls a second factor: with one of these in `amr` or `acr`, nobody is asked for one here. By default everybody is who has one.',
      allowed: 'values such as mfa, separated by blanks',
    }),
  };
}

interface ReadProviders {
  readonly providers: readonly ProviderSettings[];
  readonly problems: readonly string[];
}

/** Reads the settings of the providers of these names. */
function readProviders(names: readonly string[], given: Environment): ReadProviders {
  const read = names.filter(isName).map((name) => readProvider(name, given));
  const issuers = read.map(({ provider }) => provider.issuer);
  const twice = issuers.filter((issuer, index) => issuers.indexOf(issuer) !== index);
  return {
    providers: read.map(({ provider }) => provider),
    problems: [
      ...read.flatMap(({ problems }) => problems),
      ...twice.map((issuer) => `OIDC_PROVIDERS: two providers have the issuer ${issuer}; allowed: one`),
    ],
  };
}

function readProvider(name: string, given: Environment) {
  const start = `OIDC_${name.toUpperCase()}_`;
  const table = providerTable(name.toUpperCase());
  const { values, problems } = readSettingsTable(table, given);
  const unknown = Object.keys(given).filter((one) => one.startsWith(start) && !givesSetting(table, one));
  const value = (suffix: string) => values[start + suffix];
  const textOf = (suffix: string) => String(value(suffix) ?? '') || undefined;
  const provider: ProviderSettings = {
    name,
    label: textOf('LABEL') ?? name,
    issuer: textOf('ISSUER') ?? '',
    clientId: textOf('CLIENT_ID') ?? '',
    clientSecret: textOf('CLIENT_SECRET'),
    scopes: textOf('SCOPES') ?? 'openid',
    createsUsers: value('CREATE_USERS') === true,
    linksByAddress: value('LINK_BY_ADDRESS') === true,
    groupsClaim: textOf('GROUPS_CLAIM'),
    groups: readGroups(textOf('GROUPS') ?? ''),
    signsOutThere: value('SIGN_OUT') === true,
    secondFactors: (textOf('SECOND_FACTOR') ?? '').split(' ').filter(Boolean),
  };
  return {
    provider,
    problems: [
      ...problems,
      ...unknown.map((one) => `${one}: not a setting; allowed: ${Object.keys(table).join(', ')}`),
    ],
  };
}

/** The settings of each provider, and what follows from them. */
export const providerSettings: FurtherSettings<CamelCased<typeof oidcSettings>, Providers> = {
  described: providerTable('<NAME>'),
  isName: (name) => /^OIDC_.+_/.test(name),
  read({ oidcProviders }, given) {
    const { providers, problems } = readProviders(oidcProviders, given);
    return { values: { oidcProviders: providers }, problems };
  },
};

interface Providers {
  readonly oidcProviders: readonly ProviderSettings[];
}
