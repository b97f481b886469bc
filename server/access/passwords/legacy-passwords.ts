import { createHmac, pbkdf2 as pbkdf2Callback } from 'node:crypto';
import { promisify } from 'node:util';

const pbkdf2 = promisify(pbkdf2Callback);

/** A password hash of another system. */
interface LegacyHash {
  /** What precedes the hash: format, rounds and salt. */
  readonly recipe: string;
  readonly hash: string;
}

interface Format {
  readonly recipe: RegExp;
  readonly hash: RegExp;
  /** The hash, as the format writes it. */
  make(password: string, salt: string, rounds: number): Promise<string>;
}

/** More would let one imported record slow down every sign-in. */
const ROUNDS = '(?<rounds>[1-9]\\d{0,5}|1000000)';

/** Each hash is at most one block of SHA-256, so a round of PBKDF2 costs the same in each format. */
const formats: readonly Format[] = [
  {
    // lin-cms-koa: one HMAC-SHA1 of the password, keyed with the salt
    recipe: /^sha1\$(?<salt>\w{1,64})\$1\$/,
    hash: /^[0-9a-f]{40}$/,
    make: async (password, salt) => createHmac('sha1', salt).update(password).digest('hex'),
  },
  {
    // lin-cms-spring-boot, by the library jhash: rounds, bytes of the hash and of the salt, no pepper
    recipe: new RegExp(`^pbkdf2sha256:${ROUNDS}:18:24:n:(?<salt>[A-Za-z0-9+/]{32}):`),
    hash: /^[A-Za-z0-9+/]{24}$/,
    make: async (password, salt, rounds) =>
      (await pbkdf2(password, Buffer.from(salt, 'base64'), rounds, 18, 'sha256')).toString('base64'),
  },
  {
    // lin-cms-flask, by the library Werkzeug
    recipe: new RegExp(`^pbkdf2:sha256:${ROUNDS}\\$(?<salt>\\w{1,64})\\$`),
    hash: /^[0-9a-f]{64}$/,
    make: async (password, salt, rounds) =>
      (await pbkdf2(password, salt, rounds, 32, 'sha256')).toString('hex'),
  },
];

/** Parses a stored hash; undefined if its format is unknown. */
export function readLegacyHash(text: string): LegacyHash | undefined {
  for (const format of formats) {
    const recipe = format.recipe.exec(text)?.[0];
    if (recipe === undefined) continue;
    const hash = text.slice(recipe.length);
    if (format.hash.test(hash)) return { recipe, hash };
  }
  return undefined;
}

/** The cost of a recipe in rounds of PBKDF2, at least 1. */
export function roundsOf(recipe: string): number {
  return Math.max(1, step(recipe).rounds);
}

/**
 * The hash of a password by a recipe; the password itself if there is no recipe. Always does the work of `rounds`
 * rounds, so that timing does not reveal whose password is checked.
 */
export async function followRecipe(recipe: string, password: string, rounds: number): Promise<string> {
  const { make, salt, rounds: own } = step(recipe);
  const made = await make(password, salt, own);
  if (rounds > own) await pbkdf2(password, 'nobody', rounds - own, 32, 'sha256');
  return made;
}

function step(recipe: string) {
  const format = formats.find((one) => one.recipe.test(recipe));
  const { salt = '', rounds = '0' } = format?.recipe.exec(recipe)?.groups ?? {};
  return { make: format?.make ?? (async (password: string) => password), salt, rounds: Number(rounds) };
}
