/** Seconds of each measurement. */
export const seconds = positive('BENCH_SECONDS', 3);
/** How often each pair is measured in turns. */
export const rounds = positive('BENCH_ROUNDS', 2);
/** Requests before memory is measured. */
export const requests = positive('BENCH_REQUESTS', 1_000_000);
/** Records to import. */
export const records = positive('BENCH_ROWS', 1_000_000);
export const connections = 64;
/** The numbers of records of `scale`: on SQLite, and on each database server, which it leaves out by default. */
export const sizes = rising('BENCH_SIZES', '1000,10000,100000');
export const serverSizes = rising('BENCH_SERVER_SIZES', '');
/** Milliseconds of each turn of `scale`. */
export const turnMs = positive('BENCH_TURN_MS', 120);

function positive(name: string, standard: number): number {
  const value = Number(process.env[name] ?? standard);
  if (value > 0) return value;
  console.error(`${name}: must be a number above 0`);
  process.exit(2);
}

function rising(name: string, standard: string): readonly number[] {
  const given = process.env[name] ?? standard;
  const values = given === '' ? [] : given.split(',').map(Number);
  if (
    values.every((value, at) => Number.isInteger(value) && value > (values[at - 1] ?? 999)) &&
    values.length !== 1
  )
    return values;
  console.error(`${name}: must be rising whole numbers from 1000, such as 1000,10000,100000`);
  process.exit(2);
}
