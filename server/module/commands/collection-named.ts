import { FORMATS, type Format } from '../../../contract/formats.ts';
import type { Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import { Misuse } from './command.ts';

/** The served collection of this name that holds any number of records. Throws Misuse. */
export function collectionNamed({ listed }: Catalogue, name: string): ServedDefinition {
  const found = listed.find((definition) => definition.name === name);
  if (!found)
    throw new Misuse(`unknown collection '${name}'; allowed: ${listed.map((one) => one.name).join(', ')}`);
  return found;
}

/** The file format of this name. Throws Misuse. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find((one) => one === name);
  if (!format) throw new Misuse(`unknown format '${name}'; allowed: --format ${FORMATS.join(', ')}`);
  return format;
}
