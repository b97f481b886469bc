import { createRequire } from 'node:module';
import type { Token } from 'markdown-it';
import { message } from '../../messages/message.ts';
import { Problem } from '../problem.ts';

/** Addresses with one of these schemes, or with none: a path, a query, a place on the page. */
const SAFE_ADDRESS = /^(?:(?:https?|mailto|tel):|(?![^/?#]*:)(?!\/\/))/i;

/**
 * Makes what refuses Markdown that could harm who reads it rendered: HTML in it, or a link that a page could run.
 * It changes nothing, for the source is the author's. Loads the library, so only who needs it should call.
 */
export function makeCleanMarkdown(): (markdown: string) => string | Problem {
  const MarkdownIt = createRequire(import.meta.url)('markdown-it') as typeof import('markdown-it').default;
  const parser = new MarkdownIt('commonmark', { html: true });
  parser.validateLink = () => true; // so that every address is seen here
  return (markdown) => {
    for (const token of parser.parse(markdown, {}).flatMap((block) => [block, ...(block.children ?? [])])) {
      const problem = problemOf(token);
      if (problem) return problem;
    }
    return markdown;
  };
}

function problemOf(token: Token): Problem | undefined {
  if (token.type === 'html_block' || token.type === 'html_inline')
    return new Problem(message('htmlNotAllowed', { found: token.content.trim().slice(0, 30) }));
  const address = String(token.attrGet('href') ?? token.attrGet('src') ?? '');
  if (SAFE_ADDRESS.test(address)) return undefined;
  return new Problem(message('linkNotAllowed', { found: address.slice(0, 30) }));
}
