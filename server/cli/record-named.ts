import { FORMATS, type Format } from '../../contract/formats.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { Misuse } from './command.ts';

/** The record that a command names: one that is served, as over HTTP. */
export function recordNamed({ all }: Catalogue, name: string): Definition {
  const served = all.filter(({ path }) => path !== undefined);
  const found = served.find((definition) => definition.name === name);
  if (!found)
    throw new Misuse(`there is no record '${name}', but ${served.map((one) => one.name).join(', ')}`);
  return found;
}

/** The form that a command names, or a file's name. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find((one) => one === name);
  if (!format) throw new Misuse(`'${name}' is no form of a file; allowed: --format ${FORMATS.join(', ')}`);
  return format;
}
