import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CannotStart } from '../../errors.ts';

/** Settings as text, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and a `.env` file in the working directory; the environment wins. Throws CannotStart. */
export function readEnvironment(environment: Environment = process.env): Environment {
  return { ...readEnvFile(), ...environment };
}

/** The settings in a `.env` file in the working directory; none if there is no such file. Throws CannotStart. */
export function readEnvFile(): Environment {
  try {
    return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(`.env: cannot be read (${problem}); allowed: a file of settings, or none`, {
      cause,
    });
  }
}
