import { Type } from '../../../contract/json-schema.ts';
import { isMessage, message } from '../../messages/message.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { DECIMALS, type Misread, MOST_DEGREES, type Point, readDegrees } from '../../shared/globe.ts';
import { plainNumber } from '../../shared/text/plain-number.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { isPlainObject } from '../checks/options.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { Problem } from '../problem.ts';
import { Unheld } from '../unheld.ts';

type PointOptions = FieldOptions<Point>;

const OPTIONS: OptionTable<PointOptions> = { owner: 'point', checks: fieldChecks };

/**
 * A place on the globe, such as `{ lat: 52.5200066, lon: 13.404954 }`: degrees with at most 7 decimals, which are kept exactly.
 * Clients may send the text `52.5200066,13.404954` as well.
 */
export function point<const O extends PointOptions>(options?: Exact<O, PointOptions>): FieldOf<Point, O> {
  return toField<Point, O>(OPTIONS, options, kindOf);
}

const degrees = (most: number) => Type.Number({ minimum: -most, maximum: most });
const place = Type.Object({ lat: degrees(MOST_DEGREES.lat), lon: degrees(MOST_DEGREES.lon) });

function kindOf(): Kind<Point> {
  return {
    kind: 'point',
    column: { type: 'point' },
    schema: { ...place, additionalProperties: false },
    output: place,
    clean: readPoint,
    compared: comparedPoint,
  };
}

function readPoint(value: unknown): Point | Problem {
  const parts = partsOf(value);
  if (!parts) return new Problem(message('notAPoint'));
  const [lat, lon] = [readDegrees(parts[0], 'lat'), readDegrees(parts[1], 'lon')];
  if (typeof lat === 'string') return problemOf(lat, 'lat');
  return typeof lon === 'string' ? problemOf(lon, 'lon') : { lat, lon };
}

/** Points have no order, so one with more decimals than a record holds equals none. */
function comparedPoint(text: string): Point | Unheld | Problem {
  const point = readPoint(text);
  const isFine = point instanceof Problem && isMessage(point.text) && point.text.key === 'tooManyDecimals';
  return isFine ? new Unheld() : point;
}

function problemOf(why: Misread, of: 'lat' | 'lon'): Problem {
  if (why === 'tooManyDecimals') return new Problem(message(why, { max: DECIMALS }));
  if (why === 'notADecimal') return new Problem(message('notAPoint'));
  return new Problem(message('degreesOutOfRange', { name: of, max: MOST_DEGREES[of] }));
}

/** Latitude and longitude as texts; undefined if a value has another form. */
function partsOf(value: unknown): readonly [lat: string, lon: string] | undefined {
  if (typeof value === 'string') {
    const [lat, lon, ...others] = value.split(',').map((part) => part.trim());
    return lat !== undefined && lon !== undefined && others.length === 0 ? [lat, lon] : undefined;
  }
  if (!isPlainObject(value) || Object.keys(value).length !== 2) return undefined;
  const [lat, lon] = [numberText(value.lat), numberText(value.lon)];
  return lat === undefined || lon === undefined ? undefined : [lat, lon];
}

/** The digits of a sent number; undefined of anything else. */
function numberText(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.source;
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return plainNumber(String(value));
}
