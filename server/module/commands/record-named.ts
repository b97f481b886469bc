import { FORMATS, type Format } from '../../../contract/formats.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { ServedDefinition } from '../../definitions/define-record.ts';
import { Misuse } from './command.ts';

/** The served record of this name that holds any number of rows. Throws Misuse. */
export function recordNamed({ listed }: Catalogue, name: string): ServedDefinition {
  const found = listed.find((definition) => definition.name === name);
  if (!found)
    throw new Misuse(`unknown record '${name}'; allowed: ${listed.map((one) => one.name).join(', ')}`);
  return found;
}

/** The file format of this name. Throws Misuse. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find((one) => one === name);
  if (!format) throw new Misuse(`unknown format '${name}'; allowed: --format ${FORMATS.join(', ')}`);
  return format;
}
