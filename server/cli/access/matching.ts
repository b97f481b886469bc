const SEED = 1;

/**
 * Texts that match a field's pattern, nearly always: what the library cannot follow is left out of the pattern, so each is
 * checked where it is used. Empty where it can follow none of it.
 */
export async function matching(source: string, count: number): Promise<readonly string[]> {
  const { sample, stringMatching } = await import('fast-check');
  try {
    const texts = stringMatching(new RegExp(simplified(source), 'u'), { size: 'xsmall' });
    return sample(texts, { numRuns: count, seed: SEED });
  } catch {
    return [];
  }
}

/** Without the group of flags that fields put around it, without lookarounds and without word boundaries. */
function simplified(source: string): string {
  const [, whole] = /^\^\(\?[ims]*:(.*)\)\$$/s.exec(source) ?? [];
  const bare = whole === undefined ? source : `^(?:${whole})$`;
  let kept = '';
  for (let at = 0; at < bare.length; ) {
    const around = /^\(\?<?[=!]/.exec(bare.slice(at, at + 4));
    const [part = ''] = /^(?:\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|.)/su.exec(bare.slice(at)) ?? [];
    if (around) at = endOfGroup(bare, at);
    else {
      if (!/^\\b$/i.test(part)) kept += part;
      at += Math.max(part.length, 1);
    }
  }
  return kept;
}

/** The place after the group that begins here. */
function endOfGroup(source: string, start: number): number {
  const parts = /\\.|\[(?:\\.|[^\]\\])*\]|[()]/gsu;
  parts.lastIndex = start;
  let depth = 0;
  for (let found = parts.exec(source); found; found = parts.exec(source)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return parts.lastIndex;
  }
  return source.length;
}
