// What writes what moves in.

export { KnownRecords } from './known.ts';
export { Report } from './report.ts';
export { missingForms, runMove } from './run-move.ts';
