import { existsSync, watch } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** A save is often several events; this long after the last one it is over. */
const QUIET_MS = 40;

/** Folders of packages, build results and tools. */
const FOREIGN = /^(node_modules|dist|build|coverage)$/;
/** Temporary files that editors write while saving. */
const TEMPORARY = /^4913$|~$|\.(swp|swx|tmp|bak)$|\.\d+$/;

export interface Watched {
  readonly root: string;
  /** Files and folders that are not the project's sources, such as the database's. */
  readonly without: readonly string[];
}

/**
 * Calls back with the changed files once a save is over. Hidden files do not count, except settings, nor does what
 * is installed or built.
 */
export function watchProject(
  { root, without }: Watched,
  changed: (files: readonly string[]) => void,
): () => void {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const isForeign = (name: string) => {
    const path = join(root, name);
    return (
      name.split(sep).some((part) => FOREIGN.test(part) || (part.startsWith('.') && part !== '.env')) ||
      TEMPORARY.test(basename(name)) ||
      without.some((one) => path === one || path.startsWith(`${one}${sep}`))
    );
  };
  const watcher = watch(root, { recursive: true, ignore: isForeign }, (_, name) => {
    if (name === null || isForeign(name)) return; // where the system watches a whole tree, events of ignored files come as well
    if (without.some((one) => one.startsWith(`${join(root, name)}${sep}`))) return; // a folder for what is written
    pending.add(relative(root, join(root, name)));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...pending];
      pending.clear();
      const kept = files.filter((file) => existsSync(join(root, file)));
      changed(kept.length > 0 ? kept : files); // many editors save into another file first
    }, QUIET_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
