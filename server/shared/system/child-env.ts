/** The environment for threads and processes. Under `node --watch`, they would send reports of what they import. */
export function childEnv(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  return env;
}
