import { hostname, userInfo } from 'node:os';

/** Who runs this process: `quire@server`. */
export function startedBy(): string {
  return `${userName()}@${hostname()}`;
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
