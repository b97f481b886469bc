/**
 * Why tests are skipped on a machine that lacks a tool of theirs. The report counts them under this reason. In CI every tool
 * must be there, so it throws.
 */
export function missing(tool: string): string {
  if (process.env.CI === 'true') throw new Error(`${tool}; with CI=true nothing may be missing`);
  return tool;
}
