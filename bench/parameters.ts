/** Seconds of each measurement. */
export const seconds = positive('BENCH_SECONDS', 3);
/** How often each pair is measured in turns. */
export const rounds = positive('BENCH_ROUNDS', 2);
/** Requests before memory is measured. */
export const requests = positive('BENCH_REQUESTS', 1_000_000);
/** Records to import. */
export const records = positive('BENCH_ROWS', 1_000_000);
export const connections = 64;

function positive(name: string, standard: number): number {
  const value = Number(process.env[name] ?? standard);
  if (value > 0) return value;
  console.error(`${name}: must be a number above 0`);
  process.exit(2);
}
