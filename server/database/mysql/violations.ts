import { type Violation, violation } from '../violation.ts';

const byNumber: Readonly<Record<number, Violation['kind']>> = {
  1062: 'duplicate', // ER_DUP_ENTRY
  1216: 'reference', // ER_NO_REFERENCED_ROW
  1217: 'reference', // ER_ROW_IS_REFERENCED
  1451: 'reference', // ER_ROW_IS_REFERENCED_2
  1452: 'reference', // ER_NO_REFERENCED_ROW_2
  1048: 'rule', // ER_BAD_NULL_ERROR
  1142: 'rule', // ER_TABLEACCESS_DENIED_ERROR
  1143: 'rule', // ER_COLUMNACCESS_DENIED_ERROR
  1264: 'rule', // ER_WARN_DATA_OUT_OF_RANGE
  1265: 'rule', // WARN_DATA_TRUNCATED
  1292: 'rule', // ER_TRUNCATED_WRONG_VALUE
  1364: 'rule', // ER_NO_DEFAULT_FOR_FIELD
  1366: 'rule', // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD
  1369: 'rule', // ER_VIEW_CHECK_FAILED
  1406: 'rule', // ER_DATA_TOO_LONG
  1411: 'rule', // ER_WRONG_VALUE_FOR_TYPE
  1441: 'rule', // ER_DATETIME_FUNCTION_OVERFLOW
  1442: 'rule', // ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG
  1526: 'rule', // ER_NO_PARTITION_FOR_GIVEN_VALUE
  1690: 'rule', // ER_DATA_OUT_OF_RANGE
  1906: 'rule', // MariaDB: ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN
  3105: 'rule', // ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN
  3140: 'rule', // ER_INVALID_JSON_TEXT
  3819: 'rule', // ER_CHECK_CONSTRAINT_VIOLATED
  4025: 'rule', // MariaDB: ER_CONSTRAINT_FAILED
};

/** The states that a trigger signals. */
const SIGNALLED = /^45/;

export function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errno = 0, sqlState = '' } = error as { errno?: number; sqlState?: string };
  const kind = byNumber[errno] ?? (SIGNALLED.test(sqlState) ? 'rule' : undefined);
  return kind && violation(kind, error);
}

const LACKING: ReadonlySet<number> = new Set([
  1049, // ER_BAD_DB_ERROR
  1054, // ER_BAD_FIELD_ERROR
  1142, // ER_TABLEACCESS_DENIED_ERROR
  1143, // ER_COLUMNACCESS_DENIED_ERROR
  1146, // ER_NO_SUCH_TABLE
  1288, // ER_NON_UPDATABLE_TABLE
  1305, // ER_SP_DOES_NOT_EXIST
  1356, // ER_VIEW_INVALID
]);

export function lacks(error: Error): boolean {
  return LACKING.has(Number((error as { errno?: number }).errno));
}
