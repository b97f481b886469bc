import { FORMATS } from '../../../contract/formats.ts';
import { Type } from '../../../contract/json-schema.ts';
import { callerOf } from '../../access/actor.ts';
import { type KeyedLimit, perKeyLimit } from '../../background/limits.ts';
import type { Catalogue, Definition, ServedDefinition } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { fileHeaders, markOf, streamed } from '../answers/streamed-file.ts';
import { Bytes } from '../bytes.ts';
import { type Route, route } from '../route.ts';
import { narrowingQuery, showingQuery, zoneParameter } from './list-query.ts';

const LIMIT = { each: 4, inAll: 16 };
/** How cells of spreadsheets are separated. Programs in languages with a decimal comma expect the semicolon. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Makes the route of a collection of many records: all records that the caller may see, streamed as a file. */
export function makeExportRoute(catalogue: Catalogue): (definition: ServedDefinition) => Route {
  const exportsAtOnce = perKeyLimit(LIMIT);
  return (definition) => exportRoute(catalogue, definition, exportsAtOnce);
}

function exportRoute(catalogue: Catalogue, definition: ServedDefinition, exportsAtOnce: KeyedLimit): Route {
  const { path, access, label, name } = definition;
  return route({
    method: 'GET',
    path: `${path}/export`,
    access: access.read,
    summary: message('exportOf', { label }),
    tag: label,
    query: exportQuery(catalogue, definition),
    produces: '*/*',
    async handle(door, { query, from }) {
      const { format = 'csv', spreadsheet = false, bom = spreadsheet, separator, ...rest } = query;
      const mark = markOf(format, bom);
      if (spreadsheet && format !== 'csv') throw badParameters({ spreadsheet: message('onlyForCsv') });
      if (separator && !spreadsheet) throw badParameters({ separator: message('onlyForSpreadsheets') });
      const headers = fileHeaders(name, format);
      if (door.admission.method === 'HEAD') return new Bytes(200, headers);
      const leave = exportsAtOnce.enter(callerOf(door.actor, from.address));
      const sheet = spreadsheet && { sheet: SEPARATORS[separator ?? 'comma'] };
      const shown = { count: 0 };
      const chunks = door.export(definition, { ...rest, format, ...sheet }, shown);
      return new Bytes(200, headers, await streamed(chunks, mark, leave), shown);
    },
  });
}

function exportQuery(catalogue: Catalogue, definition: Definition) {
  const { fields, locale, fallback } = showingQuery(catalogue, definition);
  return Type.Object(
    {
      format: Type.Optional(Type.String({ enum: FORMATS, about: message('transferFormat') })),
      bom: Type.Optional(Type.Boolean({ about: message('exportBom') })),
      spreadsheet: Type.Optional(Type.Boolean({ about: message('exportSpreadsheet') })),
      separator: Type.Optional(
        Type.String({ enum: ['comma', 'semicolon', 'tab'], about: message('exportSeparator') }),
      ),
      sort: Type.Optional(Type.String({ maxLength: 200, about: message('sortedById') })),
      zone: zoneParameter,
      ...(fields && { fields }),
      ...(locale && { locale }),
      ...(fallback && { fallback }),
      ...narrowingQuery(catalogue, definition),
    },
    { additionalProperties: false },
  );
}
