import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { WriteResult } from '../../access/write-result.ts';
import type { AppError, Failure, FailureKey } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import type { Message } from '../../messages/message.ts';
import type { BodyForm } from './body-form.ts';

/** What the wording of an answer depends on. */
export interface BodyStyle {
  readonly bodyForm: BodyForm;
  readonly language: Language;
  /** The request, as far as it could be read. */
  readonly sent?: SentRequest;
}

/** What tells where in a request a refused field stands, and which request it was. */
export interface SentRequest {
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
  readonly query: unknown;
}

/** Something for some failures of the core; nothing for those of features. */
type ByFailure<Value> = Readonly<Partial<Record<FailureKey, Value>> & Record<string, Value | undefined>>;

/** What clients of a base know failures by. */
export interface FailureTable {
  /** Numeric codes of the core's failures that differ from its own. */
  readonly codes: ByFailure<number>;
  /** HTTP statuses of the core's failures that differ from its own. */
  readonly statuses?: ByFailure<number>;
  /** Which older forms of the failures of features apply. */
  readonly older?: readonly (keyof NonNullable<Failure['older']>)[];
  /** Sentences of failures that differ from their own. */
  readonly texts?: Readonly<Partial<Record<BodyForm, ByFailure<Message>>>>;
}

/** The status that a table gives a failure. */
export function statusIn(
  { statuses, older = [] }: FailureTable,
  { key, status, older: form }: Failure,
): number {
  return statuses?.[key] ?? (older.includes('status') ? form?.status : undefined) ?? status;
}

/** The numeric code that a table gives a failure. */
export function codeIn({ codes, older = [] }: FailureTable, { key, code, older: form }: Failure): number {
  return codes[key] ?? (older.includes('lin2') ? form?.lin2 : undefined) ?? code;
}

/** How the clients of a base read failures and reports of writes. */
export interface Bodies {
  /** The media type of failures. */
  readonly failureType: string;
  statusOf(table: FailureTable, error: AppError, style: BodyStyle): number;
  /** The headers of a failure with this status, beside its own. */
  headersOf(error: AppError, status: number): Readonly<Record<string, string>>;
  /** The body of a failure. `request` is the method and the path without query and base, with one space. */
  failure(table: FailureTable, style: BodyStyle, error: AppError, request: string): object;
  /** One refused record of many, beside its index. */
  refusedRecord(table: FailureTable, style: BodyStyle, error: AppError): object;
  /** The status of a successful write. */
  writtenStatus(result: WriteResult): number;
  /** The body of a successful write; undefined for none. */
  written(style: BodyStyle, result: WriteResult, request: string): object | undefined;
  schemasOf(bodyForm: BodyForm): BodySchemas;
  /** Schemas that these name by their `$id`. */
  readonly shared?: readonly JsonSchema[];
}

/** The schemas of these bodies. */
export interface BodySchemas {
  readonly failure: JsonSchema;
  /** Of many records of which some are refused. */
  readonly failureOfRecords: JsonSchema;
  readonly written: JsonSchema;
}
