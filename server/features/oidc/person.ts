/** A person as a provider describes them, checked. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** The address, only where the provider says that it has verified it. */
  readonly address: string | undefined;
  readonly name: string;
  /** Names of which the first that is free may become the user name. */
  readonly names: readonly string[];
  readonly groups: readonly string[];
  /** The session at the provider, if it has a name. */
  readonly providerSession: string | undefined;
}

const MAX_GROUPS = 1000;

/** Reads a provider's claims. Everything but the subject may be missing or of any form. */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  { issuer, groupsClaim }: { readonly issuer: string; readonly groupsClaim: string | undefined },
): Person {
  const subject = textOf(claims.sub);
  if (subject === '') throw new Error('the provider named nobody');
  const address = textOf(claims.email, 100);
  const isVerified = claims.email_verified === true && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);
  const name = textOf(claims.name, 100);
  const names = [textOf(claims.preferred_username), isVerified ? address : '', name];
  return {
    issuer,
    subject,
    address: isVerified ? address : undefined,
    name: name || names.find(Boolean)?.slice(0, 100) || '',
    names: names.map((one) => one.split('@')[0] ?? '').filter(Boolean),
    groups: groupsClaim === undefined ? [] : textsOf(claimAt(claims, groupsClaim)),
    providerSession: textOf(claims.sid) || undefined,
  };
}

/** A text that every engine can keep; empty for anything else. */
function textOf(value: unknown, max = 255): string {
  const isText = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value);
  return isText && [...value].length <= max ? value : '';
}

function textsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.slice(0, MAX_GROUPS).filter((one) => typeof one === 'string');
}

/** A claim by its whole name, or by the way into objects. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Record<string, unknown>)[part] : undefined; // an own property of an object
  }, claims);
}
