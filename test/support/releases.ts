import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from './documentation/documents.ts';
import { temporaryFolder } from './test-database.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A version that was released, and the last commit of it. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** Whether the changelog asks to stop all servers for the upgrade to these sources. */
  readonly asksToStop: boolean;
}

/** The releases that these sources are upgraded from: the last one of the minor version before, and of this one once it has one. */
export function neighbours(): Release[] {
  const changelog = textOf('CHANGELOG.md');
  const headings = [...changelog.matchAll(/^## (\S+)/gm)].map(([, heading = '']) => heading);
  const releases = headings.flatMap((version, index) => {
    const later = headings[index - 1];
    const commit = later === undefined ? undefined : lastCommitOf(version, later);
    const [since = ''] = changelog.split(`\n## ${version}\n`);
    return commit === undefined ? [] : [{ version, commit, asksToStop: /stop all\s+servers/.test(since) }];
  });
  const newestOfMinors = releases.filter(
    ({ version }, index) => releases.findIndex((one) => minorOf(one.version) === minorOf(version)) === index,
  );
  return newestOfMinors.slice(0, headings[0] === 'Unreleased' ? 1 : 2);
}

const minorOf = (version: string) => version.split('.').slice(0, 2).join('.');

/** Its tag; without one, the commit before the changelog began with what came later. Undefined where the history lacks it. */
function lastCommitOf(version: string, later: string): string | undefined {
  const tagged = git('rev-parse', '-q', '--verify', `v${version}^{commit}`);
  if (tagged) return tagged;
  const [first] =
    git('log', '--reverse', '--format=%H', `-S## ${later}`, '--', 'CHANGELOG.md')?.split('\n') ?? [];
  return first ? git('rev-parse', '-q', '--verify', `${first}^`) : undefined;
}

/** The sources of a commit in a folder of their own, with the packages of these ones; gone when the test file has run. */
export function sourcesOf({ commit }: Release): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** What git answers; undefined where it finds nothing, or there is no repository. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
